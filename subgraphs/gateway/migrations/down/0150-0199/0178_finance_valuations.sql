-- Takes 0178_finance_valuations.sql back. Transactions of valuations stay, and collectibles are other assets.
DROP TABLE finance_valuations;
UPDATE finance_accounts SET kind = 'other' WHERE kind = 'collectible';
ALTER TABLE finance_accounts DROP CONSTRAINT finance_accounts_kind_check;
ALTER TABLE finance_accounts ADD CONSTRAINT finance_accounts_kind_check CHECK (kind IN
  ('cash', 'checking', 'savings', 'credit_card', 'loan', 'investment', 'property', 'vehicle', 'other'));
DELETE FROM schema_migrations WHERE file = '0178_finance_valuations.sql';
