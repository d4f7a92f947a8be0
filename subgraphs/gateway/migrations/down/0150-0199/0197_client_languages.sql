-- Takes 0197_client_languages.sql back.
ALTER TABLE invoices DROP COLUMN client_country;
ALTER TABLE clients DROP COLUMN country, DROP COLUMN language;
DELETE FROM schema_migrations WHERE file = '0197_client_languages.sql';
