"""Any bytes for everything that reads from outside; ``python -m fuzz`` begins."""
