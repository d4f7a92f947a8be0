-- Takes 0224_item_usage.sql back.
DROP INDEX invoice_lines_item;
DELETE FROM schema_migrations WHERE file = '0224_item_usage.sql';
