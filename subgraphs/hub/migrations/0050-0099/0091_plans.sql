-- Plans that administrators keep here. One of these replaces the plan of the same id that the pricing service lists.
CREATE TABLE plans (
  app_id text NOT NULL REFERENCES apps (app_id),
  -- The tier that the plan grants.
  plan_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  features text[] NOT NULL,
  custom boolean NOT NULL,
  highlighted boolean NOT NULL,
  active boolean NOT NULL,
  currency text NOT NULL,
  -- In minor units; null where the plan is not sold by this interval.
  monthly_minor bigint CHECK (monthly_minor > 0),
  yearly_minor bigint CHECK (yearly_minor > 0),
  sort_order integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (app_id, plan_id)
);

-- Prices at the payment processor, the former ones too: their subscribers are still billed.
CREATE TABLE plan_prices (
  app_id text NOT NULL,
  price_id text NOT NULL,
  plan_id text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  -- True for the price that new subscribers pay.
  active boolean NOT NULL,
  PRIMARY KEY (app_id, price_id),
  FOREIGN KEY (app_id, plan_id) REFERENCES plans (app_id, plan_id)
);
CREATE UNIQUE INDEX plan_prices_active ON plan_prices (app_id, plan_id, interval) WHERE active;

CREATE TRIGGER public_data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plans
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_data('plans.changed');
CREATE TRIGGER public_data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plan_prices
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_data('plans.changed');
