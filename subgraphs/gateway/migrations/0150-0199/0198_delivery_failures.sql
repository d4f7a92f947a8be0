-- Mails that were not delivered are in the history of their invoice.
ALTER TABLE invoice_history DROP CONSTRAINT invoice_history_type_check;
ALTER TABLE invoice_history ADD CONSTRAINT invoice_history_type_check CHECK (type IN
  ('created', 'sent', 'paid', 'overdue', 'cancelled', 'updated', 'deleted', 'disputed', 'dispute_closed', 'refund_failed',
   'delivery_failed'));
