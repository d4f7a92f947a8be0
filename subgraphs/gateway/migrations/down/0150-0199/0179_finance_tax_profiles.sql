-- Takes 0179_finance_tax_profiles.sql back.
DROP TABLE finance_tax_profiles;
DELETE FROM schema_migrations WHERE file = '0179_finance_tax_profiles.sql';
