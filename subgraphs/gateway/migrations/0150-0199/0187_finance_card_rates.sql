-- Yearly rate of a credit card, in 1e-4 percent. Null where it is not known.
ALTER TABLE finance_accounts ADD COLUMN annual_rate integer CHECK (annual_rate BETWEEN 0 AND 1000000);
