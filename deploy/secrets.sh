#!/bin/sh
# A password for each login of the database, and the key of Toney. Once, before the first start:
#   sh deploy/secrets.sh >> deploy/.env && chmod 600 deploy/.env
set -eu
for name in DB_PASSWORD DB_OWNER_PASSWORD DB_APP_PASSWORD DB_SYSTEM_PASSWORD DB_ADMIN_PASSWORD \
  TONEY_SECRET_KEY; do
  printf '%s=%s\n' "$name" "$(head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n')"
done
