-- Substring search: trigram indexes on folded text.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
