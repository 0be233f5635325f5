"""Set before Qt and torch start: tests draw without a screen, and many small tensors want one thread."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(autouse=True)
def free_mouse(request: pytest.FixtureRequest) -> None:
    """No menu of an earlier test catches the mouse, and the pointer is not yet where a test is going to move it.

    Qt swallows a move to the place where the pointer is already.
    """
    if not {"qapp", "qtbot"} & set(request.fixturenames):
        return
    from PySide6.QtGui import QCursor
    from PySide6.QtWidgets import QApplication

    request.getfixturevalue("qapp")
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    QCursor.setPos(3, 2)
