-- Takes 0126_call_records.sql back.
DROP INDEX caller_calls_contact;
DROP INDEX caller_calls_retry;
ALTER TABLE caller_calls DROP COLUMN retry_of, DROP COLUMN notes, DROP COLUMN disposition_note, DROP COLUMN disposition;
DELETE FROM schema_migrations WHERE file = '0126_call_records.sql';
