"""Measurements, each a ratio to something that runs beside it; nothing here is a test."""
