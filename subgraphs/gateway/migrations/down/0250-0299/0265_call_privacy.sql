-- Takes 0265_call_privacy.sql back.
DROP INDEX caller_calls_recorded;
ALTER TABLE caller_rules
  DROP COLUMN ai_disclosure_off,
  DROP COLUMN keep_recordings_days,
  DROP COLUMN keep_transcripts_days,
  DROP COLUMN redact_kinds;
DELETE FROM schema_migrations WHERE file = '0265_call_privacy.sql';
