-- Links of invoices and quotations expire, and one that was replaced is known, so that its holder learns why it ended.
ALTER TABLE invoices ADD COLUMN payment_link_expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '365 days';
ALTER TABLE quotations ADD COLUMN portal_link_expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '365 days';

CREATE TABLE replaced_links (
  token_hash text PRIMARY KEY,
  owner_id text NOT NULL,
  replaced_at timestamptz(3) NOT NULL
);
CREATE INDEX replaced_links_owner ON replaced_links (owner_id);
ALTER TABLE replaced_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE replaced_links FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON replaced_links
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
