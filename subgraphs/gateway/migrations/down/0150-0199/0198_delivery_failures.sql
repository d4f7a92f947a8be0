-- Takes 0198_delivery_failures.sql back.
DELETE FROM invoice_history WHERE type = 'delivery_failed';
ALTER TABLE invoice_history DROP CONSTRAINT invoice_history_type_check;
ALTER TABLE invoice_history ADD CONSTRAINT invoice_history_type_check CHECK (type IN
  ('created', 'sent', 'paid', 'overdue', 'cancelled', 'updated', 'deleted', 'disputed', 'dispute_closed', 'refund_failed'));
DELETE FROM schema_migrations WHERE file = '0198_delivery_failures.sql';
