-- Takes 0133_client_portal.sql back.
DROP TABLE client_portal_links;
ALTER TABLE quotations DROP COLUMN answered_by, DROP COLUMN answer_ip;
DELETE FROM schema_migrations WHERE file = '0133_client_portal.sql';
