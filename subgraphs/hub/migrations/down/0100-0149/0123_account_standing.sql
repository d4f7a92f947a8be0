-- Takes 0123_account_standing.sql back.
DROP FUNCTION account_access.is_open(text);
DELETE FROM schema_migrations WHERE file = '0123_account_standing.sql';
