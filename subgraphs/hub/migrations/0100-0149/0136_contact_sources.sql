-- Contacts by their IDs in connected address books: an import finds a contact again whose address has changed there.
CREATE TABLE crm_contact_sources (
  owner_id text NOT NULL,
  -- The service and the account there, such as `google/pia@example.com`.
  source text NOT NULL,
  source_id text NOT NULL,
  contact_id text NOT NULL REFERENCES crm_contacts ON DELETE CASCADE,
  PRIMARY KEY (owner_id, source, source_id)
);
CREATE INDEX crm_contact_sources_contact ON crm_contact_sources (contact_id);
ALTER TABLE crm_contact_sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_contact_sources FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_contact_sources
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
