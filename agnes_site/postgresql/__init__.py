"""Django's backend for PostgreSQL, which also tells when an outcome is not known."""
