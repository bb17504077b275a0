-- Roles of Toney on PostgreSQL. Run once, as an administrator, before the first migration:
--   psql "$ADMINISTRATOR_URL" -f alembic/roles.sql
-- Then give the roles that sign in a password (\password toney_app …) and create the database:
--   CREATE DATABASE toney OWNER toney_owner;
-- DATABASE_URL signs in as toney_app, SYSTEM_DATABASE_URL as toney_system, ADMIN_DATABASE_URL as
-- toney_admin: whoever breaks into one of them has not the others. A server with one single login
-- for everything: GRANT toney_app, toney_system, toney_admin TO it, and leave the other two empty.
-- A server from before toney_system signed in: set SYSTEM_DATABASE_URL, run this file again, then
--   REVOKE toney_system, toney_admin FROM toney_app;
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
    CREATE ROLE toney_system LOGIN NOINHERIT;
  END IF;
END
$$;
ALTER ROLE toney_system LOGIN NOINHERIT;
GRANT toney_system TO toney_owner;
