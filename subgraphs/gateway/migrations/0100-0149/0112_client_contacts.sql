-- People of a client. Exactly one of each client that has any is the primary contact.
CREATE TABLE client_contacts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  client_id text NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  is_primary boolean NOT NULL,
  -- Gets the client's invoices besides the client's own address.
  receives_invoices boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX client_contacts_of_client ON client_contacts (client_id, created_at, id);
CREATE INDEX client_contacts_owner ON client_contacts (owner_id);
CREATE UNIQUE INDEX client_contacts_primary ON client_contacts (client_id) WHERE is_primary;

-- A client whose documents were moved to another one.
CREATE TABLE client_merges (
  source_client_id text PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  target_client_id text NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  -- Number of moved rows by table.
  moved jsonb NOT NULL,
  merged_at timestamptz(3) NOT NULL
);
CREATE INDEX client_merges_target ON client_merges (target_client_id);
CREATE INDEX client_merges_owner ON client_merges (owner_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['client_contacts', 'client_merges'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
