"""What answers a request: shape check, one selector or service, one answer."""
