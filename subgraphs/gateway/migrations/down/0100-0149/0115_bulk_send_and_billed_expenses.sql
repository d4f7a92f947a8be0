-- Takes 0115_bulk_send_and_billed_expenses.sql back.
ALTER TABLE expenses
  ADD COLUMN status text NOT NULL DEFAULT 'recorded' CHECK (status IN ('recorded', 'billed'));
UPDATE expenses SET status = 'billed' WHERE billed_line_id IS NOT NULL;
ALTER TABLE expenses DROP COLUMN billed_line_id, DROP COLUMN billed_invoice_id;
DROP TABLE invoice_batch_items;
DROP TABLE invoice_batches;
DELETE FROM schema_migrations WHERE file = '0115_bulk_send_and_billed_expenses.sql';
