-- People whom an account writes to and calls. An erased one keeps its id and nothing else, so that what was sent to it
-- still belongs to somebody and a second erasure finds it.
CREATE TABLE crm_contacts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- Folded, and E.164.
  email text CHECK (email = lower(email) AND length(email) <= 254),
  phone text CHECK (phone ~ '^\+[1-9][0-9]{5,14}$'),
  first_name text,
  last_name text,
  company text,
  tags text[] NOT NULL DEFAULT '{}',
  custom_fields jsonb NOT NULL DEFAULT '{}',
  -- By channel: {status, source, at}. A channel that nothing was said of is absent.
  consent jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'bounced', 'complained', 'archived')),
  search text GENERATED ALWAYS AS (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' ||
    coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(company, ''))) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  erased_at timestamptz,
  CHECK ((erased_at IS NULL) = (num_nonnulls(email, phone) > 0)),
  CHECK (erased_at IS NULL OR (num_nonnulls(first_name, last_name, company) = 0 AND tags = '{}'
    AND custom_fields = '{}' AND consent = '{}' AND status = 'archived'))
);
CREATE UNIQUE INDEX crm_contacts_email ON crm_contacts (owner_id, email) WHERE email IS NOT NULL;
CREATE INDEX crm_contacts_phone ON crm_contacts (owner_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX crm_contacts_newest ON crm_contacts (owner_id, created_at DESC, id DESC) WHERE erased_at IS NULL;
CREATE INDEX crm_contacts_tags ON crm_contacts USING gin (tags);

-- Contacts of an account that count: those that are not archived. Whoever adds some locks this row first.
CREATE TABLE crm_contact_counts (
  owner_id text PRIMARY KEY,
  live integer NOT NULL CHECK (live >= 0)
);

CREATE FUNCTION count_crm_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = hub, pg_temp AS $$
BEGIN
  INSERT INTO crm_contact_counts AS counted (owner_id, live)
    SELECT owner_id, count(*) FROM added WHERE status <> 'archived' GROUP BY owner_id
    ON CONFLICT (owner_id) DO UPDATE SET live = counted.live + EXCLUDED.live;
  RETURN NULL;
END
$$;
CREATE TRIGGER crm_contacts_added AFTER INSERT ON crm_contacts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_crm_contacts();

-- A row that changes its owner (an account that is erased) takes its account's count along.
CREATE FUNCTION recount_crm_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = hub, pg_temp AS $$
BEGIN
  UPDATE crm_contact_counts AS counted SET live = counted.live + changed.by
    FROM (SELECT b.owner_id, sum((a.status <> 'archived')::int - (b.status <> 'archived')::int)::int AS by
          FROM before b JOIN after a ON a.id = b.id AND a.owner_id = b.owner_id
          WHERE (a.status = 'archived') <> (b.status = 'archived') GROUP BY b.owner_id) AS changed
    WHERE counted.owner_id = changed.owner_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER crm_contacts_changed AFTER UPDATE ON crm_contacts REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION recount_crm_contacts();

-- What was said about writing to or calling somebody, in order. An erased contact's addresses are forgotten here too.
CREATE TABLE crm_consents (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  contact_id text REFERENCES crm_contacts ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'call')),
  address text,
  status text NOT NULL CHECK (status IN ('subscribed', 'unsubscribed', 'pending', 'none')),
  source text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX crm_consents_contact ON crm_consents (contact_id, at DESC, id DESC);

-- Addresses that nothing goes to any more, each for its own reasons. A removed one stays as the record of its removal.
CREATE TABLE crm_suppressions (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'call')),
  address text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'hard_bounce', 'soft_bounces', 'complaint', 'manual')),
  source text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  CHECK (num_nonnulls(removed_at, removed_by, removed_reason) IN (0, 3)),
  CHECK (reason <> 'complaint' OR removed_at IS NULL)
);
CREATE UNIQUE INDEX crm_suppressions_one ON crm_suppressions (owner_id, channel, address, reason) WHERE removed_at IS NULL;
CREATE INDEX crm_suppressions_newest ON crm_suppressions (owner_id, created_at DESC, id DESC) WHERE removed_at IS NULL;

-- What an account has used and set aside in a calendar month (UTC; its first day). The limit is that of the plan at the
-- moment of asking.
CREATE TABLE crm_quota_use (
  owner_id text NOT NULL,
  month date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'sms', 'callMinutes')),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (owner_id, month, kind)
);

CREATE TABLE crm_quota_reservations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  month date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'sms', 'callMinutes')),
  amount integer NOT NULL CHECK (amount >= 0),
  -- What was used of it in the end; NULL while it is set aside.
  used integer CHECK (used BETWEEN 0 AND amount),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((used IS NULL) = (settled_at IS NULL))
);
CREATE INDEX crm_quota_reservations_open ON crm_quota_reservations (owner_id) WHERE settled_at IS NULL;

CREATE TABLE crm_templates (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  html_body text NOT NULL,
  text_body text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX crm_templates_name ON crm_templates (owner_id, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX crm_templates_newest ON crm_templates (owner_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- A file of contacts on its way in. `done_rows` moves with the rows it counts, in one transaction.
CREATE TABLE crm_imports (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filename text NOT NULL,
  sha256 text NOT NULL,
  options jsonb NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  failure text,
  total_rows integer NOT NULL,
  done_rows integer NOT NULL DEFAULT 0,
  created_rows integer NOT NULL DEFAULT 0,
  updated_rows integer NOT NULL DEFAULT 0,
  unchanged_rows integer NOT NULL DEFAULT 0,
  rejected_rows integer NOT NULL DEFAULT 0,
  noted_rows integer NOT NULL DEFAULT 0,
  -- The run that is on now: where and when it began, and when its last batch was in.
  run_from_row integer NOT NULL DEFAULT 0,
  run_started_at timestamptz,
  advanced_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK (done_rows = created_rows + updated_rows + unchanged_rows + rejected_rows),
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'running')))
);
CREATE INDEX crm_imports_newest ON crm_imports (owner_id, created_at DESC, id DESC);

-- The file itself, until it is in.
CREATE TABLE crm_import_files (
  import_id text PRIMARY KEY REFERENCES crm_imports ON DELETE CASCADE,
  owner_id text NOT NULL,
  content text NOT NULL
);

-- Rows of a file that were left out, and those of which a part was.
CREATE TABLE crm_import_remarks (
  import_id text NOT NULL REFERENCES crm_imports ON DELETE CASCADE,
  position integer NOT NULL,
  owner_id text NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('rejected', 'noted')),
  reason text NOT NULL,
  field text,
  message text NOT NULL,
  PRIMARY KEY (import_id, position)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['crm_contacts', 'crm_contact_counts', 'crm_consents', 'crm_suppressions', 'crm_quota_use',
    'crm_quota_reservations', 'crm_templates', 'crm_imports', 'crm_import_files', 'crm_import_remarks']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END
$$;
