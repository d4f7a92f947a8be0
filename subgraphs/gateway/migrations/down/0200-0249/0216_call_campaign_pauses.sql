-- Takes 0216_call_campaign_pauses.sql back.
ALTER TABLE caller_campaigns DROP COLUMN paused_because;
DELETE FROM schema_migrations WHERE file = '0216_call_campaign_pauses.sql';
