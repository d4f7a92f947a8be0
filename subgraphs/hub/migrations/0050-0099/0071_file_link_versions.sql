-- Links carry the version of the file that they were signed for. A higher version ends all earlier links.
ALTER TABLE files ADD COLUMN link_version integer NOT NULL DEFAULT 1 CHECK (link_version > 0);
-- When the links of a file were last revoked.
ALTER TABLE files ADD COLUMN links_revoked_at timestamptz;
