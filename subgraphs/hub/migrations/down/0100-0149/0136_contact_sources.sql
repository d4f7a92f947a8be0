-- Takes 0136_contact_sources.sql back. Contacts stay; imports then know them by their addresses alone.
DROP TABLE crm_contact_sources;
DELETE FROM schema_migrations WHERE file = '0136_contact_sources.sql';
