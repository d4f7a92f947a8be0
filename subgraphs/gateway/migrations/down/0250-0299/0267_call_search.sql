-- Takes 0267_call_search.sql back.
DROP INDEX caller_calls_words;
DELETE FROM schema_migrations WHERE file = '0267_call_search.sql';
