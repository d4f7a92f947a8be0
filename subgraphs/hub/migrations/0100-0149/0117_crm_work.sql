-- What happened with a contact, in the order of `at`. People log some of it; the rest comes from events.
CREATE TABLE crm_activities (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  contact_id text NOT NULL REFERENCES crm_contacts (id) ON DELETE CASCADE,
  deal_id text REFERENCES crm_deals (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN
    ('note', 'call', 'email', 'sms', 'meeting', 'booking', 'invoice', 'quotation', 'deal', 'task')),
  text text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- The event that it comes from, which is handed over at least once; NULL for what a person logged.
  event_id text,
  -- The booking, invoice, message, call, deal or task of the event.
  object_id text,
  actor text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX crm_activities_event ON crm_activities (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX crm_activities_latest ON crm_activities (owner_id, at DESC, id DESC);
CREATE INDEX crm_activities_contact ON crm_activities (contact_id, at DESC, id DESC);
CREATE INDEX crm_activities_deal ON crm_activities (deal_id, at DESC, id DESC) WHERE deal_id IS NOT NULL;

CREATE TABLE crm_tasks (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  title text NOT NULL,
  notes text,
  contact_id text REFERENCES crm_contacts (id) ON DELETE CASCADE,
  deal_id text REFERENCES crm_deals (id) ON DELETE SET NULL,
  -- The user who does it.
  assignee text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed')),
  due_at timestamptz(3),
  remind_at timestamptz(3),
  -- When the reminder was handed to the job queue: once.
  reminded_at timestamptz(3),
  completed_at timestamptz(3),
  completed_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((status = 'completed') = (completed_at IS NOT NULL))
);
CREATE INDEX crm_tasks_newest ON crm_tasks (owner_id, created_at DESC, id DESC);
CREATE INDEX crm_tasks_reminders ON crm_tasks (remind_at) WHERE status = 'open' AND reminded_at IS NULL;
CREATE INDEX crm_tasks_contact ON crm_tasks (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX crm_tasks_deal ON crm_tasks (deal_id) WHERE deal_id IS NOT NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['crm_activities', 'crm_tasks']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END
$$;
