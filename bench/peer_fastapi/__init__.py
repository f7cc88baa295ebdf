"""A move over FastAPI and asyncpg: what ours is measured against. Knows no Django."""
