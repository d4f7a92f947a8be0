-- Takes 0191_document_links.sql back.
DROP TABLE replaced_links;
ALTER TABLE quotations DROP COLUMN portal_link_expires_at;
ALTER TABLE invoices DROP COLUMN payment_link_expires_at;
DELETE FROM schema_migrations WHERE file = '0191_document_links.sql';
