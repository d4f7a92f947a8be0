-- Tags of transactions with a color. Transactions hold the names of theirs; each name has a row here.
CREATE TABLE finance_tags (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  color text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_tags_name ON finance_tags (owner_id, name);
ALTER TABLE finance_tags ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_tags FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_tags
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

SELECT set_config('app.system', 'on', true);
INSERT INTO finance_tags (id, owner_id, name, created_at)
SELECT 'ftg_' || substr(md5(t.owner_id || ' ' || tag), 1, 26), t.owner_id, tag, min(t.created_at)
FROM finance_transactions AS t CROSS JOIN LATERAL jsonb_array_elements_text(t.tags) AS tag
GROUP BY t.owner_id, tag;
