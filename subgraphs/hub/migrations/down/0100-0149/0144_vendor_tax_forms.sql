-- Takes 0144_vendor_tax_forms.sql back. Forms stay, and no longer name a vendor.
ALTER TABLE tax_forms DROP COLUMN vendor_id;
DELETE FROM schema_migrations WHERE file = '0144_vendor_tax_forms.sql';
