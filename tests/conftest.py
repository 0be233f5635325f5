"""Set before Qt and torch start: tests draw without a screen, and many small tensors want one thread."""

import gc
import os
from collections.abc import Iterator

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


@pytest.fixture(scope="session", autouse=True)
def garbage_waits_for_the_end_of_a_test() -> Iterator[None]:
    """Python collects cycles when objects are made, also in the middle of a paint event.

    A window that only a cycle keeps alive would then be destroyed while it is being painted, which Qt does not survive.
    The program collects from a timer (`GuiCollector`); the tests collect between two of them.
    """
    gc.disable()
    yield
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish(nodeid: str) -> None:
    """The young garbage of every test, and now and then the old."""
    gc.collect(2 if gc.get_count()[2] > 20 else 1)
