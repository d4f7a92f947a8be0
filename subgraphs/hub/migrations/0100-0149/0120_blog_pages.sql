-- Public pages of blogs: their address, title and version, which changes with everything that they show.
CREATE TABLE blogs (
  owner_id text PRIMARY KEY,
  handle text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Whether visitors may comment; comments are moderated.
  accepts_comments boolean NOT NULL DEFAULT true,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- Every handle that a blog has had. The former ones redirect, and nobody else gets them.
CREATE TABLE blog_handles (
  handle text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES blogs (owner_id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX blog_handles_owner ON blog_handles (owner_id);

ALTER TABLE blogs ENABLE ROW LEVEL SECURITY;
ALTER TABLE blogs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blogs
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE blog_handles ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_handles FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_handles
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
