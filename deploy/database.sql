-- Run once by the image of PostgreSQL, by its superuser, when the volume is still empty: the
-- service gets a role that owns its database and nothing else.
\getenv password POSTGRES_PASSWORD
CREATE ROLE agnes LOGIN PASSWORD :'password';
CREATE DATABASE agnes OWNER agnes;
REVOKE ALL ON DATABASE agnes, postgres, template1 FROM PUBLIC;
-- From now on the superuser gets in from inside the container alone, by its socket.
ALTER ROLE postgres PASSWORD NULL;
