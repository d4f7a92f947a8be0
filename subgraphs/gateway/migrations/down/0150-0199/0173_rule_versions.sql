-- Takes 0173_rule_versions.sql back.
ALTER TABLE finance_rules DROP COLUMN version, DROP COLUMN updated_at;
DELETE FROM schema_migrations WHERE file = '0173_rule_versions.sql';
