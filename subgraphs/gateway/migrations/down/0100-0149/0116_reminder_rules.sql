-- Takes 0116_reminder_rules.sql back.
DROP INDEX invoices_owner_open_due;
DROP TABLE reminder_rules;
DELETE FROM schema_migrations WHERE file = '0116_reminder_rules.sql';
