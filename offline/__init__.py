"""What runs without the app: the static course, packages for learning platforms, the pocket lab."""
