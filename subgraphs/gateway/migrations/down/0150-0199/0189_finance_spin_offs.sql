-- Takes 0189_finance_spin_offs.sql back. Moved basis is lost with the lots that it went to.
DELETE FROM finance_trades WHERE side IN ('spin_off', 'received');
ALTER TABLE finance_trades DROP COLUMN acquired_on;
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_quantity_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_quantity_check CHECK (quantity > 0 OR side = 'dividend');
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_side_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_side_check
  CHECK (side IN ('buy', 'sell', 'dividend', 'reinvestment'));
DELETE FROM schema_migrations WHERE file = '0189_finance_spin_offs.sql';
