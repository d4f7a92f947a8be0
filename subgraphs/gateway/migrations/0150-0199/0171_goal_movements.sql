-- Money earmarked for goals and taken back, by day; `saved` of a goal is its sum.
CREATE TABLE finance_goal_movements (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  goal_id text NOT NULL REFERENCES finance_goals (id) ON DELETE CASCADE,
  date date NOT NULL,
  -- Minor units of the goal's currency; taken back is negative.
  amount bigint NOT NULL CHECK (amount <> 0),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_goal_movements_of_goal ON finance_goal_movements (owner_id, goal_id, date DESC, id DESC);
CREATE INDEX finance_goal_movements_goal ON finance_goal_movements (goal_id);

-- A closed goal earmarks nothing, and keeps what it had saved.
ALTER TABLE finance_goals ADD COLUMN closed_on date;

-- Rows of every account, for this transaction alone.
SELECT set_config('app.system', 'on', true);
INSERT INTO finance_goal_movements (id, owner_id, goal_id, date, amount, created_at)
  SELECT 'gmv_' || substr(id, 5), owner_id, id, updated_at::date, saved, updated_at FROM finance_goals WHERE saved > 0;
UPDATE finance_goals SET closed_on = updated_at::date WHERE status = 'dropped';

ALTER TABLE finance_goal_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_goal_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_goal_movements
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
