"""Set before Qt and torch start: tests draw without a screen, and many small tensors want one thread."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")
os.environ.setdefault("OMP_NUM_THREADS", "1")
