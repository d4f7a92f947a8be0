-- Takes 0188_finance_tax_facts.sql back.
ALTER TABLE finance_tax_profiles DROP COLUMN state_allowances;
ALTER TABLE finance_tax_profiles DROP COLUMN is_specified_service;
DELETE FROM schema_migrations WHERE file = '0188_finance_tax_facts.sql';
