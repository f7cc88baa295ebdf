"""Every shared read. Nothing here writes."""
