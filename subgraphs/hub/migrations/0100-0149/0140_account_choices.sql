-- The organization that a person chose last, which a new browser of theirs starts with. It ends with the membership.
CREATE TABLE account_choices (
  user_id text PRIMARY KEY REFERENCES users (id),
  -- The organization.
  owner_id text NOT NULL,
  chosen_at timestamptz(3) NOT NULL,
  FOREIGN KEY (owner_id, user_id) REFERENCES account_members (owner_id, user_id) ON DELETE CASCADE
);
CREATE INDEX account_choices_owner ON account_choices (owner_id, user_id);
ALTER TABLE account_choices ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_choices FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_choices
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
