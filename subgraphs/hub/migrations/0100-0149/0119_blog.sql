-- Blogs of accounts: categories, posts with their revisions, and the slugs that lead to a post.
CREATE TABLE blog_categories (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, slug)
);

CREATE TABLE blog_posts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  markdown text NOT NULL,
  -- Rendered from the Markdown and sanitised; made anew when the rules change.
  html text NOT NULL,
  excerpt text NOT NULL,
  -- Files of the account that the text shows as images.
  image_ids text[] NOT NULL DEFAULT '{}',
  category_id text REFERENCES blog_categories (id) ON DELETE SET NULL,
  tags text[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published')),
  -- Number of the latest revision.
  version integer NOT NULL DEFAULT 1,
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- In the bin since then.
  deleted_at timestamptz(3),
  CHECK ((status = 'scheduled') = (scheduled_at IS NOT NULL)),
  CHECK ((status = 'published') = (published_at IS NOT NULL)),
  CHECK (deleted_at IS NULL OR status = 'draft')
);
CREATE INDEX blog_posts_list ON blog_posts (owner_id, created_at DESC, id DESC);
CREATE INDEX blog_posts_public ON blog_posts (owner_id, published_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX blog_posts_category ON blog_posts (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX blog_posts_tags ON blog_posts USING gin (tags);
CREATE INDEX blog_posts_images ON blog_posts USING gin (image_ids) WHERE status = 'published';
CREATE INDEX blog_posts_due ON blog_posts (scheduled_at) WHERE status = 'scheduled';
CREATE INDEX blog_posts_bin ON blog_posts (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE blog_post_revisions (
  owner_id text NOT NULL,
  post_id text NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
  revision integer NOT NULL,
  title text NOT NULL,
  markdown text NOT NULL,
  category_id text,
  tags text[] NOT NULL,
  author_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (post_id, revision)
);

-- Every slug that a post has had. The former ones redirect.
CREATE TABLE blog_post_slugs (
  owner_id text NOT NULL,
  slug text NOT NULL,
  post_id text NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
  PRIMARY KEY (owner_id, slug)
);
CREATE INDEX blog_post_slugs_post ON blog_post_slugs (post_id);

ALTER TABLE blog_categories ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_categories FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_categories
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE blog_posts ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_posts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_posts
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE blog_post_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_post_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_post_revisions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE blog_post_slugs ENABLE ROW LEVEL SECURITY;
ALTER TABLE blog_post_slugs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON blog_post_slugs
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
