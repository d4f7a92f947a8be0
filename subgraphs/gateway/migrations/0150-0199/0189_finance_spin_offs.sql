-- A spin-off takes basis out of a security's lots, without units, and makes lots of another security as old as they are.
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_side_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_side_check
  CHECK (side IN ('buy', 'sell', 'dividend', 'reinvestment', 'spin_off', 'received'));
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_quantity_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_quantity_check
  CHECK (quantity > 0 OR side IN ('dividend', 'spin_off'));
ALTER TABLE finance_trades ADD COLUMN acquired_on date;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_acquired_on_check
  CHECK ((acquired_on IS NOT NULL) = (side = 'received'));
