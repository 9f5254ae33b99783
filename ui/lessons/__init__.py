"""The parts of the lessons' pages, a module for each demonstration."""
