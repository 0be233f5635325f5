"""Rostok: attention made visible and touchable."""

import os

# numpy's small products in the window must not wait for a second thread while the model has the cores. Set before
# numpy is imported; torch, which does the heavy work, has threads of its own.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
