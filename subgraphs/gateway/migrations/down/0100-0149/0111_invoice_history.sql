-- Takes 0111_invoice_history.sql back.
ALTER TABLE invoice_lines
  DROP CONSTRAINT invoice_lines_invoice_id_position_key,
  ADD CONSTRAINT invoice_lines_invoice_id_position_key UNIQUE (invoice_id, position);
DROP TABLE invoice_history;
DELETE FROM schema_migrations WHERE file = '0111_invoice_history.sql';
