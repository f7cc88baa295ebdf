"""What those who run the service need beside it."""
