-- Takes 0133_posting_items.sql back. Aging then knows no due dates.
ALTER TABLE accounting_app_postings DROP COLUMN item_id, DROP COLUMN due_date;
DELETE FROM schema_migrations WHERE file = '0133_posting_items.sql';
