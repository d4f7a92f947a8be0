-- Takes 0168_finance_import_mappings.sql back.
DROP TABLE finance_import_mappings;
DELETE FROM schema_migrations WHERE file = '0168_finance_import_mappings.sql';
