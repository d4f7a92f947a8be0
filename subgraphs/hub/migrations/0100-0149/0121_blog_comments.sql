-- Comments of visitors on posts. Nobody sees them before they are approved.
CREATE TABLE blog_comments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  post_id text NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
  author_name text NOT NULL,
  -- For the account alone.
  author_email text,
  content text NOT NULL,
  status text NOT NULL DEFAULT 'held' CHECK (status IN ('held', 'approved', 'rejected', 'spam')),
  created_at timestamptz(3) NOT NULL,
  moderated_at timestamptz(3),
  moderated_by text
);
CREATE INDEX blog_comments_list ON blog_comments (owner_id, created_at DESC, id DESC);
CREATE INDEX blog_comments_post ON blog_comments (post_id, created_at, id);
CREATE INDEX blog_comments_refused ON blog_comments (moderated_at) WHERE status IN ('rejected', 'spam');

ALTER TABLE blog_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_comments
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
