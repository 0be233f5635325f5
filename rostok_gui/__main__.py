"""``python -m rostok_gui``."""

import sys

from rostok_gui.cli import main

if __name__ == "__main__":
    sys.exit(main())
