-- Changes of the finance app with what is needed to undo them. The setting `app.change` names the change of a transaction: its id,
-- operation and time, and the change that it undoes. Without it nothing is recorded.
CREATE TABLE finance_changes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  operation text NOT NULL,
  -- The change that this one undoes.
  undoes text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_changes_owner ON finance_changes (owner_id, created_at DESC, id DESC);
CREATE INDEX finance_changes_age ON finance_changes (created_at);
CREATE UNIQUE INDEX finance_changes_undone ON finance_changes (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE finance_change_rows (
  change_id text NOT NULL REFERENCES finance_changes (id) ON DELETE CASCADE,
  position bigint GENERATED ALWAYS AS IDENTITY,
  owner_id text NOT NULL,
  table_name text NOT NULL,
  row_id jsonb NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'updated', 'deleted')),
  -- Former values of the changed columns, or of all columns of a deleted row.
  before jsonb CHECK ((before IS NULL) = (action = 'created')),
  -- Fingerprint of the row after the change.
  content_after uuid CHECK ((content_after IS NULL) = (action = 'deleted')),
  PRIMARY KEY (change_id, position)
);
CREATE INDEX finance_change_rows_row ON finance_change_rows (owner_id, row_id, position);

-- Bytes of deleted receipts.
CREATE TABLE finance_change_files (
  change_id text NOT NULL REFERENCES finance_changes (id) ON DELETE CASCADE,
  receipt_id text NOT NULL,
  owner_id text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (change_id, receipt_id)
);
CREATE INDEX finance_change_files_owner ON finance_change_files (owner_id);

-- Columns that change without a change of anybody's are left out.
CREATE FUNCTION finance_fingerprint(stored jsonb) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5((stored - ARRAY['version', 'updated_at', 'checked_at', 'bytes'])::text)::uuid
$$;

CREATE FUNCTION finance_open_change(owner text) RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE change jsonb := current_setting('app.change', true)::jsonb;
BEGIN
  INSERT INTO finance_changes (id, owner_id, operation, undoes, created_at)
  VALUES (change ->> 'id', owner, change ->> 'operation', change ->> 'undoes', (change ->> 'at')::timestamptz)
  ON CONFLICT (id) DO NOTHING;
  RETURN change ->> 'id';
END $$;

-- Arguments: the columns of the primary key.
CREATE FUNCTION finance_record_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  recorded jsonb[];
  change text;
BEGIN
  IF coalesce(current_setting('app.change', true), '') = '' THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(jsonb_build_object('owner', n.image -> 'owner_id', 'key', k.key, 'after', finance_fingerprint(n.image)))
    INTO recorded FROM (SELECT to_jsonb(a) AS image FROM added AS a) AS n
    CROSS JOIN LATERAL (SELECT jsonb_object_agg(name, n.image -> name) AS key FROM unnest(TG_ARGV) AS name) AS k;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(jsonb_build_object('owner', o.image -> 'owner_id', 'key', k.key, 'before', o.image))
    INTO recorded FROM (SELECT to_jsonb(r) AS image FROM removed AS r) AS o
    CROSS JOIN LATERAL (SELECT jsonb_object_agg(name, o.image -> name) AS key FROM unnest(TG_ARGV) AS name) AS k;
  ELSE
    WITH o AS (
      SELECT r.image, (SELECT jsonb_object_agg(name, r.image -> name) FROM unnest(TG_ARGV) AS name) AS key
      FROM (SELECT to_jsonb(x) AS image FROM removed AS x) AS r
    ), n AS (
      SELECT a.image, (SELECT jsonb_object_agg(name, a.image -> name) FROM unnest(TG_ARGV) AS name) AS key
      FROM (SELECT to_jsonb(x) AS image FROM added AS x) AS a
    )
    -- A row whose key changed is one that was deleted and another one that was created.
    SELECT array_agg(jsonb_build_object(
      'owner', coalesce(n.image, o.image) -> 'owner_id', 'key', coalesce(n.key, o.key),
      'before', CASE WHEN n.key IS NULL THEN o.image WHEN o.key IS NOT NULL THEN (
        SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(o.image) AS e
        WHERE e.value IS DISTINCT FROM n.image -> e.key AND e.key NOT IN ('version', 'updated_at', 'checked_at')) END,
      'after', CASE WHEN n.key IS NOT NULL THEN finance_fingerprint(n.image) END) ORDER BY n.key IS NOT NULL)
    INTO recorded FROM o FULL JOIN n ON n.key = o.key
    WHERE o.key IS NULL OR n.key IS NULL OR finance_fingerprint(o.image) <> finance_fingerprint(n.image);
  END IF;
  IF recorded IS NULL THEN RETURN NULL; END IF;
  change := finance_open_change(recorded[1] ->> 'owner');
  INSERT INTO finance_change_rows (change_id, owner_id, table_name, row_id, action, before, content_after)
  SELECT change, one ->> 'owner', TG_TABLE_NAME, one -> 'key',
    CASE WHEN nullif(one -> 'before', 'null') IS NULL THEN 'created' WHEN one ->> 'after' IS NULL THEN 'deleted' ELSE 'updated' END,
    nullif(one -> 'before', 'null'), (one ->> 'after')::uuid
  FROM unnest(recorded) WITH ORDINALITY AS r (one, at) ORDER BY at;
  RETURN NULL;
END $$;

-- The bytes of receipts are not part of a row's image. Of their columns only the transaction ever changes.
CREATE FUNCTION finance_record_receipts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE receipt record;
BEGIN
  IF coalesce(current_setting('app.change', true), '') = '' THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO finance_change_rows (change_id, owner_id, table_name, row_id, action, content_after)
    SELECT finance_open_change(a.owner_id), a.owner_id, TG_TABLE_NAME, jsonb_build_object('id', a.id), 'created',
      finance_fingerprint(finance_receipt_image(a.id, a.owner_id, a.transaction_id, a.filename, a.content_type, a.size, a.sha256, a.created_at))
    FROM added AS a;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO finance_change_rows (change_id, owner_id, table_name, row_id, action, before, content_after)
    SELECT finance_open_change(a.owner_id), a.owner_id, TG_TABLE_NAME, jsonb_build_object('id', a.id), 'updated',
      jsonb_build_object('transaction_id', r.transaction_id),
      finance_fingerprint(finance_receipt_image(a.id, a.owner_id, a.transaction_id, a.filename, a.content_type, a.size, a.sha256, a.created_at))
    FROM added AS a JOIN removed AS r ON r.id = a.id AND r.transaction_id <> a.transaction_id;
  ELSE
    FOR receipt IN SELECT * FROM removed LOOP
      INSERT INTO finance_change_rows (change_id, owner_id, table_name, row_id, action, before)
      VALUES (finance_open_change(receipt.owner_id), receipt.owner_id, TG_TABLE_NAME, jsonb_build_object('id', receipt.id), 'deleted',
        finance_receipt_image(receipt.id, receipt.owner_id, receipt.transaction_id, receipt.filename, receipt.content_type,
          receipt.size, receipt.sha256, receipt.created_at));
      INSERT INTO finance_change_files (change_id, receipt_id, owner_id, content_type, bytes)
      VALUES (finance_open_change(receipt.owner_id), receipt.id, receipt.owner_id, receipt.content_type, receipt.bytes);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION finance_receipt_image(id text, owner_id text, transaction_id text, filename text, content_type text, size integer,
  sha256 text, created_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'owner_id', owner_id, 'transaction_id', transaction_id, 'filename', filename,
    'content_type', content_type, 'size', size, 'sha256', sha256, 'created_at', created_at)
$$;

DO $$
DECLARE
  recorded text;
  arguments text;
  writer text;
BEGIN
  FOREACH recorded IN ARRAY ARRAY['finance_accounts', 'finance_alerts', 'finance_bill_occurrences', 'finance_bill_terms', 'finance_bills',
    'finance_budget_amounts', 'finance_budget_categories', 'finance_budget_holds', 'finance_budget_rollovers', 'finance_budgets',
    'finance_categories', 'finance_category_groups', 'finance_goal_movements', 'finance_goals', 'finance_import_batches',
    'finance_import_mappings', 'finance_loans', 'finance_payees', 'finance_prices', 'finance_rates', 'finance_receipts',
    'finance_reconciliations', 'finance_rules', 'finance_securities', 'finance_splits', 'finance_stock_splits', 'finance_tags',
    'finance_targets', 'finance_tax_profiles', 'finance_trades', 'finance_transactions', 'finance_valuations'] LOOP
    SELECT string_agg(quote_literal(a.attname), ', ' ORDER BY k.at) INTO arguments
    FROM pg_index AS i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, at)
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indrelid = recorded::regclass AND i.indisprimary;
    writer := CASE recorded WHEN 'finance_receipts' THEN 'finance_record_receipts()' ELSE format('finance_record_change(%s)', arguments) END;
    EXECUTE format('CREATE TRIGGER finance_record_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION %s', recorded, writer);
    EXECUTE format('CREATE TRIGGER finance_record_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION %s', recorded, writer);
    EXECUTE format('CREATE TRIGGER finance_record_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION %s', recorded, writer);
  END LOOP;
END $$;

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['finance_changes', 'finance_change_rows', 'finance_change_files'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
