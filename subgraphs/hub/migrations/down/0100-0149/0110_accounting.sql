-- Takes 0110_accounting.sql back. All ledgers are lost; export them first.
DROP TABLE accounting_period_changes, accounting_numbers, accounting_balances, accounting_lines, accounting_entries,
  accounting_accounts, accounting_ledgers;
DROP FUNCTION accounting_add_to_balances(), accounting_check_posted_line(), accounting_check_posted_entry(),
  accounting_check_entry(text), accounting_guard_line(), accounting_guard_entry(), accounting_fiscal_year(date, smallint);
DELETE FROM schema_migrations WHERE file = '0110_accounting.sql';
