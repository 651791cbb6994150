#!/bin/sh
# compose.yaml runs it once, when it makes the database: a role that owns one database and is no superuser. Afterwards
# nobody signs in as postgres over the network.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 <<'SQL'
\set password `cat /run/secrets/database_password`
CREATE ROLE counterfoil LOGIN PASSWORD :'password';
CREATE DATABASE counterfoil OWNER counterfoil;
ALTER ROLE postgres PASSWORD NULL;
SQL
