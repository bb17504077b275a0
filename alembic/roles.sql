-- Roles of Toney on PostgreSQL. Run once, as an administrator, before the first migration:
--   psql "$ADMINISTRATOR_URL" -f alembic/roles.sql
-- Then give the roles that sign in a password (\password toney_app …) and create the database:
--   CREATE DATABASE toney OWNER toney_owner;
-- A server with one single login for everything: GRANT toney_app, toney_system, toney_admin TO it.
-- The app sees its owner's rows only because it does NOT inherit the system role.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toney_owner') THEN
    CREATE ROLE toney_owner LOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toney_app') THEN
    CREATE ROLE toney_app LOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toney_admin') THEN
    CREATE ROLE toney_admin LOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toney_system') THEN
    CREATE ROLE toney_system NOLOGIN;
  END IF;
END
$$;
GRANT toney_system, toney_admin TO toney_app;
GRANT toney_system TO toney_owner;
