-- Takes 0132_online_payments.sql back.
DROP TABLE payment_disputes;
DROP TABLE online_payments;
DROP TABLE payment_accounts;
ALTER TABLE payment_refunds DROP COLUMN status, DROP COLUMN processor_refund_id, DROP COLUMN failure_reason;
DELETE FROM invoice_history WHERE type IN ('disputed', 'dispute_closed', 'refund_failed');
ALTER TABLE invoice_history DROP CONSTRAINT invoice_history_type_check;
ALTER TABLE invoice_history ADD CONSTRAINT invoice_history_type_check CHECK (type IN
  ('created', 'sent', 'paid', 'overdue', 'cancelled', 'updated', 'deleted'));
DELETE FROM schema_migrations WHERE file = '0132_online_payments.sql';
