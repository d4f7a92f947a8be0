-- Takes 0118_invoice_files.sql back.
DROP TABLE invoice_files;
DELETE FROM schema_migrations WHERE file = '0118_invoice_files.sql';
