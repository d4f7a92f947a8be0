-- Takes 0131_accounting_budgets.sql back. Budgets are lost.
DROP TABLE accounting_budget_lines, accounting_budgets;
DELETE FROM schema_migrations WHERE file = '0131_accounting_budgets.sql';
