-- Takes 0141_bank_reconciliation.sql back. Statements and matches are lost; the journal entries stay.
DROP TABLE accounting_bank_reconciliations, accounting_bank_matched_lines, accounting_bank_lines, accounting_bank_matches,
  accounting_bank_statements;
DELETE FROM schema_migrations WHERE file = '0141_bank_reconciliation.sql';
