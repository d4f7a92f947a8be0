-- Rules can be changed: the number of the change, and when it was.
ALTER TABLE finance_rules ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN updated_at timestamptz(3);
-- Rows of every account, for this transaction alone.
SELECT set_config('app.system', 'on', true);
UPDATE finance_rules SET updated_at = created_at;
ALTER TABLE finance_rules ALTER COLUMN updated_at SET NOT NULL, ALTER COLUMN version DROP DEFAULT;
