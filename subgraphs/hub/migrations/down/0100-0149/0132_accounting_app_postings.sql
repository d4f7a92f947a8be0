-- Takes 0132_accounting_app_postings.sql back. Which records of apps are in the books is lost; their entries stay.
DROP TABLE accounting_auto_postings, accounting_app_postings, accounting_mappings;
DELETE FROM schema_migrations WHERE file = '0132_accounting_app_postings.sql';
