-- Takes 0217_call_recordings_left.sql back.
DROP TRIGGER caller_calls_leave_recordings ON caller_calls;
DROP FUNCTION note_left_recording();
DROP TABLE caller_left_recordings;
DELETE FROM schema_migrations WHERE file = '0217_call_recordings_left.sql';
