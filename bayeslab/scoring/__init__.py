"""Score functions of fitted classifiers, and their decision regions."""
