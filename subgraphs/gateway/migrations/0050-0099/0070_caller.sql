-- Numbers that the carrier has given an account, to call from. One that is being bought is taken already.
CREATE TABLE caller_numbers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  e164 text NOT NULL,
  label text,
  caller_name text,
  voice_agent_id text,
  carrier_sid text,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'released')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_numbers_owner ON caller_numbers (owner_id, created_at DESC, id DESC);
-- Of nobody else either.
CREATE UNIQUE INDEX caller_numbers_taken ON caller_numbers (e164) WHERE status <> 'released';

CREATE TABLE caller_voice_agents (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  voice_id text NOT NULL,
  language text NOT NULL,
  script_id text,
  first_message text NOT NULL,
  max_duration_sec integer NOT NULL CHECK (max_duration_sec BETWEEN 30 AND 3600),
  end_phrases text[] NOT NULL,
  transfer_to text,
  -- Raised by every change; calls keep what they began with.
  revision integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_voice_agents_owner ON caller_voice_agents (owner_id, created_at DESC, id DESC);

CREATE TABLE caller_scripts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  latest_version integer NOT NULL,
  published_version integer,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_scripts_owner ON caller_scripts (owner_id, created_at DESC, id DESC);

CREATE TABLE caller_script_versions (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  script_id text NOT NULL REFERENCES caller_scripts (id),
  number integer NOT NULL,
  goal text NOT NULL,
  -- The dialogue: [{id, say, expect, next, goal}], the first is where it begins.
  steps jsonb NOT NULL,
  variables text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'retired')),
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (script_id, number)
);
CREATE UNIQUE INDEX caller_script_versions_published ON caller_script_versions (script_id) WHERE status = 'published';

CREATE TABLE caller_contacts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  -- E.164.
  phone text NOT NULL,
  timezone text,
  variables jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, phone)
);
CREATE INDEX caller_contacts_owner ON caller_contacts (owner_id, created_at DESC, id DESC);

CREATE TABLE caller_lists (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_lists_owner ON caller_lists (owner_id, created_at DESC, id DESC);

CREATE TABLE caller_list_members (
  list_id text NOT NULL REFERENCES caller_lists (id) ON DELETE CASCADE,
  contact_id text NOT NULL REFERENCES caller_contacts (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  PRIMARY KEY (list_id, contact_id)
);
CREATE INDEX caller_list_members_contact ON caller_list_members (contact_id);

-- Nobody calls a number that stands here; one that was taken off keeps its row, with the proof.
CREATE TABLE caller_do_not_call (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  phone text NOT NULL,
  reason text NOT NULL,
  source text NOT NULL,
  removed_at timestamptz(3),
  proof text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_do_not_call_owner ON caller_do_not_call (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX caller_do_not_call_listed ON caller_do_not_call (owner_id, phone) WHERE removed_at IS NULL;

-- What people agreed to, and took back. The newest of a number holds.
CREATE TABLE caller_consents (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  phone text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('express', 'written', 'revoked')),
  source text NOT NULL,
  at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_consents_phone ON caller_consents (owner_id, phone, at DESC, id DESC);

-- One row an account that has changed them.
CREATE TABLE caller_rules (
  owner_id text PRIMARY KEY,
  -- Minutes after midnight of the called person.
  from_minute integer NOT NULL CHECK (from_minute BETWEEN 480 AND 1259),
  to_minute integer NOT NULL CHECK (to_minute BETWEEN 481 AND 1260),
  -- 1 is Monday.
  days integer[] NOT NULL,
  max_attempts_per_day integer NOT NULL CHECK (max_attempts_per_day BETWEEN 1 AND 10),
  holidays text[] NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (from_minute < to_minute)
);

CREATE TABLE caller_calls (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
  to_number text NOT NULL,
  from_number text,
  contact_id text,
  campaign_id text,
  callback_id text,
  voice_agent_id text,
  script_id text,
  script_version integer,
  -- What is said and by whom, as it was when the call was queued.
  plan jsonb NOT NULL,
  variables jsonb NOT NULL,
  -- Where in the dialogue it is.
  dialogue jsonb,
  status text NOT NULL CHECK (status IN ('queued', 'ringing', 'in-progress', 'forwarding', 'completed', 'busy', 'no-answer', 'failed', 'canceled')),
  due_at timestamptz(3) NOT NULL,
  -- Since when the carrier may have it; it is asked about it at `check_at`.
  asked_at timestamptz(3),
  check_at timestamptz(3),
  dial_tries integer NOT NULL DEFAULT 0,
  carrier_call_id text UNIQUE,
  attempt integer NOT NULL,
  max_duration_sec integer NOT NULL,
  hold_id text,
  held_minutes integer,
  held_hundredths bigint,
  cost_hundredths bigint NOT NULL DEFAULT 0 CHECK (cost_hundredths >= 0),
  ringing_at timestamptz(3),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  duration_sec integer,
  ended_reason text,
  outcome text,
  goal_reached boolean NOT NULL DEFAULT false,
  answered_by text,
  end_asked_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_calls_owner ON caller_calls (owner_id, created_at DESC, id DESC);
CREATE INDEX caller_calls_number ON caller_calls (owner_id, to_number, due_at);
CREATE INDEX caller_calls_campaign ON caller_calls (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX caller_calls_due ON caller_calls (due_at) WHERE status = 'queued' AND asked_at IS NULL;
CREATE INDEX caller_calls_check ON caller_calls (check_at) WHERE check_at IS NOT NULL;

CREATE TABLE caller_call_events (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  call_id text NOT NULL REFERENCES caller_calls (id) ON DELETE CASCADE,
  carrier_call_id text,
  sequence integer,
  status text NOT NULL,
  source text NOT NULL CHECK (source IN ('platform', 'carrier')),
  -- False for news that came late or twice.
  applied boolean NOT NULL,
  at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (carrier_call_id, sequence)
);
CREATE INDEX caller_call_events_call ON caller_call_events (call_id, created_at, id);

CREATE TABLE caller_transcripts (
  -- The call's.
  id text PRIMARY KEY REFERENCES caller_calls (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  language text NOT NULL,
  status text NOT NULL CHECK (status IN ('recording', 'processing', 'ready', 'failed', 'redacted')),
  turns jsonb NOT NULL,
  words text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_transcripts_owner ON caller_transcripts (owner_id, created_at DESC, id DESC);
CREATE INDEX caller_transcripts_words ON caller_transcripts USING gin (to_tsvector('simple', words));

CREATE TABLE caller_callbacks (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  phone text NOT NULL,
  contact_id text,
  voice_agent_id text,
  script_id text,
  timezone text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- True when the wanted time was outside of calling hours.
  moved boolean NOT NULL,
  reason text,
  status text NOT NULL CHECK (status IN ('scheduled', 'due', 'calling', 'done', 'missed', 'cancelled')),
  missed_because text,
  call_id text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_callbacks_owner ON caller_callbacks (owner_id, created_at DESC, id DESC);
CREATE INDEX caller_callbacks_due ON caller_callbacks (at) WHERE status IN ('scheduled', 'due');

CREATE TABLE caller_campaigns (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  list_id text NOT NULL,
  voice_agent_id text,
  script_id text,
  from_number_ids text[] NOT NULL,
  start_at timestamptz(3),
  max_concurrent integer NOT NULL CHECK (max_concurrent BETWEEN 1 AND 50),
  max_attempts integer NOT NULL CHECK (max_attempts BETWEEN 1 AND 10),
  retry_after_min integer NOT NULL CHECK (retry_after_min BETWEEN 1 AND 10080),
  status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled')),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX caller_campaigns_owner ON caller_campaigns (owner_id, created_at DESC, id DESC);
CREATE INDEX caller_campaigns_going ON caller_campaigns (id) WHERE status IN ('scheduled', 'running');

CREATE TABLE caller_campaign_contacts (
  campaign_id text NOT NULL REFERENCES caller_campaigns (id) ON DELETE CASCADE,
  contact_id text NOT NULL,
  owner_id text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('waiting', 'calling', 'done', 'given_up', 'skipped')),
  skipped_because text,
  next_at timestamptz(3) NOT NULL,
  PRIMARY KEY (campaign_id, contact_id)
);
CREATE INDEX caller_campaign_contacts_next ON caller_campaign_contacts (campaign_id, next_at) WHERE status = 'waiting';

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['caller_numbers', 'caller_voice_agents', 'caller_scripts', 'caller_script_versions',
    'caller_contacts', 'caller_lists', 'caller_list_members', 'caller_do_not_call', 'caller_consents', 'caller_rules',
    'caller_calls', 'caller_call_events', 'caller_transcripts', 'caller_callbacks', 'caller_campaigns',
    'caller_campaign_contacts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
