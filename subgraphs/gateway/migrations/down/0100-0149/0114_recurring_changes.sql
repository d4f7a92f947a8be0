-- Takes 0114_recurring_changes.sql back.
DROP INDEX invoices_recurring;
ALTER TABLE recurring_invoices DROP COLUMN resume_at, DROP COLUMN interval;
DELETE FROM schema_migrations WHERE file = '0114_recurring_changes.sql';
