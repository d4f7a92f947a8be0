-- Takes 0112_client_contacts.sql back.
DROP TABLE client_merges;
DROP TABLE client_contacts;
DELETE FROM schema_migrations WHERE file = '0112_client_contacts.sql';
