"""What the panel “Matrices” shows, apart from how it is drawn."""
