-- Takes 0115_crm_companies.sql back. Contacts keep the name of their company.
ALTER TABLE crm_contacts DROP COLUMN company_id;
DROP TABLE crm_companies;
DELETE FROM schema_migrations WHERE file = '0115_crm_companies.sql';
