"""Making the models: stories, trainer, evaluation and the bridge to other programs (torch, no Qt)."""
