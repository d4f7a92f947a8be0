-- Takes 0095_user_sessions.sql back. Tokens of revoked sessions are accepted again until they expire.
DROP FUNCTION revoked_sessions(text);
DROP TABLE user_sessions;
DELETE FROM schema_migrations WHERE file = '0095_user_sessions.sql';
