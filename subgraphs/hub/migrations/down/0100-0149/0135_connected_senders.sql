-- Takes 0135_connected_senders.sql back. Queued e-mails of connected mailboxes are then sent by the platform's server.
ALTER TABLE crm_campaigns DROP COLUMN sender;
DELETE FROM schema_migrations WHERE file = '0135_connected_senders.sql';
