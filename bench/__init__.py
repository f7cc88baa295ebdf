"""Measurements, each a ratio to something that runs beside it; nothing here is a test."""

from __future__ import annotations


class BenchError(Exception):
    """A measurement that cannot be made, or must not be believed."""
