-- Statements whose lines are transactions of a connected bank account.
ALTER TABLE accounting_bank_statements DROP CONSTRAINT accounting_bank_statements_format_check;
ALTER TABLE accounting_bank_statements ADD CONSTRAINT accounting_bank_statements_format_check
  CHECK (format IN ('csv', 'ofx', 'camt053', 'connection'));
