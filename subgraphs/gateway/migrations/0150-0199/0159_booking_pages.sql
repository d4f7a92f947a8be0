-- Pages on which visitors book. An account has one.
CREATE TABLE booking_pages (
  id text PRIMARY KEY,
  owner_id text NOT NULL UNIQUE,
  -- Last part of the page's URL, in lower case.
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$'),
  is_enabled boolean NOT NULL,
  title text NOT NULL,
  introduction text,
  locale text NOT NULL CHECK (locale ~ '^(en|fr|de|es|pt)(-[A-Z]{2})?$'),
  -- True: a booking needs the code that was mailed to its address.
  confirms_email boolean NOT NULL,
  -- Origins of the sites that may show the page in a frame.
  frame_origins jsonb NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
ALTER TABLE booking_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_pages
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Requests of visitors on a page: kept for a day, to limit them, and until their code was entered.
CREATE TABLE booking_page_requests (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  page_id text NOT NULL REFERENCES booking_pages (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_folded text NOT NULL,
  name text NOT NULL,
  service_id text NOT NULL,
  -- Null: any provider.
  provider_id text,
  starts_at timestamptz(3) NOT NULL,
  timezone text NOT NULL,
  notes text,
  answers jsonb,
  -- SHA-256 (hex) of the token in the form for the code. Null where no code is needed.
  token_hash text UNIQUE,
  -- SHA-256 (hex) of the ID with the code. Null until it is mailed.
  code_hash text,
  attempts integer NOT NULL DEFAULT 0,
  booking_id text REFERENCES bookings (id) ON DELETE SET NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_page_requests_email ON booking_page_requests (email_folded, created_at);
CREATE INDEX booking_page_requests_page ON booking_page_requests (page_id, created_at);
CREATE INDEX booking_page_requests_owner ON booking_page_requests (owner_id);
CREATE INDEX booking_page_requests_booking ON booking_page_requests (booking_id);
ALTER TABLE booking_page_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_page_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_page_requests
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Links with which customers see, move and cancel a booking. Each message has one of its own.
CREATE TABLE booking_manage_links (
  -- SHA-256 (hex) of the token.
  token_hash text PRIMARY KEY,
  owner_id text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_manage_links_booking ON booking_manage_links (booking_id);
CREATE INDEX booking_manage_links_owner ON booking_manage_links (owner_id);
ALTER TABLE booking_manage_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_manage_links FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_manage_links
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
