"""Generated and real data sets."""
