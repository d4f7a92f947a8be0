-- Takes 0117_seller_profiles.sql back.
ALTER TABLE credit_notes DROP COLUMN seller_profile_id;
ALTER TABLE quotations DROP COLUMN seller_profile_id;
ALTER TABLE invoices DROP COLUMN seller_profile_id, DROP COLUMN client_tax_id;
DROP TABLE seller_profiles;
DROP TABLE seller_logos;
DELETE FROM schema_migrations WHERE file = '0117_seller_profiles.sql';
