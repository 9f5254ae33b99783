"""The lab's page: controls, drawing area, table of accuracies, own points."""
