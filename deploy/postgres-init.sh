#!/bin/sh
# The logins' passwords and the database, when PostgreSQL makes its folder. Run it again after the
# passwords in .env have changed:
#   docker compose -f deploy/compose.yaml up -d db
#   docker compose -f deploy/compose.yaml exec db sh /docker-entrypoint-initdb.d/2-toney.sh
set -eu
psql -v ON_ERROR_STOP=1 -U postgres \
  -v postgres="$POSTGRES_PASSWORD" -v owner="$DB_OWNER_PASSWORD" -v app="$DB_APP_PASSWORD" \
  -v system="$DB_SYSTEM_PASSWORD" -v admin="$DB_ADMIN_PASSWORD" <<'SQL'
ALTER ROLE postgres PASSWORD :'postgres';
ALTER ROLE toney_owner PASSWORD :'owner';
ALTER ROLE toney_app PASSWORD :'app';
ALTER ROLE toney_system PASSWORD :'system';
ALTER ROLE toney_admin PASSWORD :'admin';
SELECT 'CREATE DATABASE toney OWNER toney_owner'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'toney') \gexec
SQL
