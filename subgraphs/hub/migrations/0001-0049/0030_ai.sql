-- One row a request to generate something, whatever became of it. Prompts and outputs are not kept.
CREATE TABLE ai_requests (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('text', 'image')),
  status text NOT NULL DEFAULT 'running'
    CHECK (status IN ('running', 'succeeded', 'failed', 'rejected', 'aborted', 'over_budget')),
  is_streamed boolean NOT NULL DEFAULT false,
  -- Keyed hash of the prompt, to find equal ones without knowing any.
  prompt_hash text NOT NULL,
  prompt_bytes integer NOT NULL,
  output_bytes integer,
  -- Who answered.
  provider text,
  model text,
  duration_ms integer,
  -- Sum over the billed attempts in millionths of a US dollar; NULL when none was billed or a price is not known.
  cost_micro_usd bigint,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX ai_requests_app ON ai_requests (app_id, created_at);
CREATE INDEX ai_requests_owner ON ai_requests (owner_id, created_at);

-- One row a provider that was asked, or passed over because its breaker was open.
CREATE TABLE ai_attempts (
  request_id text NOT NULL REFERENCES ai_requests (id) ON DELETE CASCADE,
  number integer NOT NULL,
  owner_id text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  outcome text NOT NULL,
  http_status integer,
  duration_ms integer NOT NULL,
  -- What the provider counted; NULL when it billed nothing. Guessed when the answer was cut off.
  input_tokens integer,
  output_tokens integer,
  is_guessed boolean NOT NULL DEFAULT false,
  cost_micro_usd bigint,
  price_version text,
  PRIMARY KEY (request_id, number)
);

-- What an app has spent in a UTC day, and what its running requests may still spend. Kept while there is a budget.
CREATE TABLE ai_daily_spend (
  app_id text NOT NULL,
  day date NOT NULL,
  spent_micro_usd bigint NOT NULL,
  PRIMARY KEY (app_id, day)
);
CREATE TABLE ai_reservations (
  request_id text PRIMARY KEY,
  app_id text NOT NULL,
  day date NOT NULL,
  amount_micro_usd bigint NOT NULL CHECK (amount_micro_usd >= 0),
  -- When a process that has not settled it is taken for dead.
  expires_at timestamptz NOT NULL
);
CREATE INDEX ai_reservations_app ON ai_reservations (app_id, day);

-- How each provider has done lately.
CREATE TABLE ai_breakers (
  provider text PRIMARY KEY,
  state jsonb NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ai_requests', 'ai_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on')$policy$, name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['ai_daily_spend', 'ai_reservations', 'ai_breakers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY system_only ON %I
      USING (current_setting('app.system', true) = 'on')$policy$, name);
  END LOOP;
END $$;
