#!/bin/sh
# The logins' password and the database, once, when PostgreSQL makes its folder.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DB_PASSWORD" -U postgres <<'SQL'
ALTER ROLE toney_owner PASSWORD :'password';
ALTER ROLE toney_app PASSWORD :'password';
ALTER ROLE toney_system PASSWORD :'password';
ALTER ROLE toney_admin PASSWORD :'password';
CREATE DATABASE toney OWNER toney_owner;
SQL
