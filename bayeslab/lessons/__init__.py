"""What one lesson computes and no other part of the project needs."""
