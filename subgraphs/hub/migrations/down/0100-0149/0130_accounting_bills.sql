-- Takes 0130_accounting_bills.sql back. Vendors and bills are lost; the journal entries that they posted stay.
DROP TABLE accounting_bill_payments, accounting_bill_lines, accounting_bills, accounting_vendors;
DELETE FROM schema_migrations WHERE file = '0130_accounting_bills.sql';
