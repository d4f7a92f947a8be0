-- Dividends are trades: those in cash have no units. Sales may name the lots that they take.
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_side_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_side_check
  CHECK (side IN ('buy', 'sell', 'dividend', 'reinvestment'));
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_quantity_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_quantity_check CHECK (quantity > 0 OR side = 'dividend');
ALTER TABLE finance_trades ADD COLUMN lots jsonb;
CREATE INDEX finance_trades_newest ON finance_trades (owner_id, date DESC, id DESC);
CREATE INDEX finance_trades_security ON finance_trades (security_id, date, id);
CREATE INDEX finance_transactions_trade ON finance_transactions (trade_id) WHERE trade_id IS NOT NULL;

-- From the start of the day on, `denominator` units are `numerator` units.
CREATE TABLE finance_stock_splits (
  owner_id text NOT NULL,
  security_id text NOT NULL REFERENCES finance_securities (id),
  date date NOT NULL,
  numerator integer NOT NULL CHECK (numerator BETWEEN 1 AND 1000),
  denominator integer NOT NULL CHECK (denominator BETWEEN 1 AND 1000),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (security_id, date),
  CHECK (numerator <> denominator)
);
CREATE INDEX finance_stock_splits_owner ON finance_stock_splits (owner_id, date);

-- Target share of an asset class, in hundredths of a percent.
CREATE TABLE finance_targets (
  owner_id text NOT NULL,
  class text NOT NULL CHECK (class IN ('stock', 'fund', 'bond', 'crypto', 'other', 'cash')),
  share integer NOT NULL CHECK (share BETWEEN 0 AND 10000),
  PRIMARY KEY (owner_id, class)
);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['finance_stock_splits', 'finance_targets'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
