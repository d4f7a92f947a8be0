-- The connected mailbox that sends an e-mail to one person: its connection and its address. Null for the platform's server.
ALTER TABLE crm_campaigns ADD COLUMN sender jsonb;
