-- Who an account writes as. Marketing mail shows the postal address.
CREATE TABLE crm_profiles (
  owner_id text PRIMARY KEY,
  business_name text NOT NULL,
  postal_address jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- One e-mail to many. Its content is that of the moment it was sent at, whatever becomes of the template.
CREATE TABLE crm_campaigns (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  category text NOT NULL CHECK (category IN ('marketing', 'transactional')),
  subject text NOT NULL,
  html_body text NOT NULL,
  text_body text,
  template_id text,
  from_name text,
  reply_to text,
  -- Name and postal address as the footer shows them; NULL where there is no footer.
  sender_line text,
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'paused', 'completed', 'cancelled')),
  pause_reason text,
  starts_at timestamptz NOT NULL,
  scheduled_at timestamptz,
  total integer NOT NULL,
  accepted integer NOT NULL,
  duplicates integer NOT NULL,
  suppressed integer NOT NULL,
  invalid integer NOT NULL,
  rejected jsonb NOT NULL DEFAULT '[]',
  reservation_id text NOT NULL,
  -- What has come of it since it was last set going, for the judgement that pauses it.
  judged_sends integer NOT NULL DEFAULT 0,
  judged_bounces integer NOT NULL DEFAULT 0,
  judged_complaints integer NOT NULL DEFAULT 0,
  -- When messages of it were last taken on: those wait longest whose turn is longest ago.
  served_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  CHECK (total = accepted + duplicates + suppressed + invalid),
  CHECK ((status = 'paused') = (pause_reason IS NOT NULL))
);
CREATE INDEX crm_campaigns_owner ON crm_campaigns (owner_id, created_at DESC, id DESC);
CREATE INDEX crm_campaigns_going ON crm_campaigns (starts_at) WHERE status IN ('queued', 'sending');

-- One message to one person. The unique key is why nobody gets two of a campaign.
CREATE TABLE crm_messages (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  campaign_id text REFERENCES crm_campaigns (id),
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'call')),
  category text NOT NULL CHECK (category IN ('marketing', 'transactional')),
  -- Folded e-mail address, or E.164.
  address text NOT NULL,
  contact_id text,
  name text,
  variables jsonb NOT NULL DEFAULT '{}',
  -- Of texts and calls: what is said, and how.
  body text,
  media_url text,
  from_number text,
  is_recorded boolean NOT NULL DEFAULT false,
  segments integer,
  reserved_minutes integer,
  reservation_id text,
  carrier_sid text UNIQUE,
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed')),
  reason text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- Who has it in hand, and until when; after that what became of it is not known.
  claim text,
  claimed_until timestamptz,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  failed_at timestamptz,
  unsubscribed_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  UNIQUE (campaign_id, address),
  CHECK ((campaign_id IS NULL) = (channel <> 'email')),
  CHECK ((status = 'sending') <= (claim IS NOT NULL AND claimed_until IS NOT NULL))
);
CREATE INDEX crm_messages_due ON crm_messages (campaign_id, next_attempt_at, id) WHERE status = 'queued';
CREATE INDEX crm_messages_due_phone ON crm_messages (next_attempt_at, id) WHERE status = 'queued' AND channel <> 'email';
CREATE INDEX crm_messages_claimed ON crm_messages (claimed_until) WHERE status = 'sending';
CREATE INDEX crm_messages_owner ON crm_messages (owner_id, created_at);
CREATE INDEX crm_messages_campaign ON crm_messages (campaign_id, status);
CREATE INDEX crm_messages_address ON crm_messages (owner_id, channel, address);
CREATE INDEX crm_messages_phone ON crm_messages (address) WHERE channel <> 'email';

-- What mail servers and carriers told of a message, each news once.
CREATE TABLE crm_delivery_reports (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  message_id text NOT NULL REFERENCES crm_messages (id),
  address text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('delivered', 'soft_bounce', 'hard_bounce', 'complaint')),
  at timestamptz NOT NULL
);
CREATE INDEX crm_delivery_reports_bounces ON crm_delivery_reports (owner_id, address, at) WHERE kind = 'soft_bounce';

-- Texts that came in on the platform's number, each once, and the numbers that want none from it. Both belong to nobody:
-- the number is everybody's.
CREATE TABLE crm_inbound_texts (
  sid text PRIMARY KEY,
  request text,
  received_at timestamptz NOT NULL
);
CREATE TABLE crm_number_optouts (
  number text PRIMARY KEY,
  at timestamptz NOT NULL
);

-- An erased contact is forgotten here too: what was sent stays, to whom does not.
CREATE FUNCTION forget_crm_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE crm_delivery_reports SET address = 'erased:' || message_id
    WHERE message_id IN (SELECT id FROM crm_messages WHERE owner_id = OLD.owner_id
      AND (contact_id = OLD.id OR (channel = 'email' AND address = OLD.email) OR (channel <> 'email' AND address = OLD.phone)));
  UPDATE crm_messages SET address = 'erased:' || id, name = NULL, variables = '{}', body = NULL,
      status = CASE WHEN status = 'queued' THEN 'failed' ELSE status END,
      reason = CASE WHEN status = 'queued' THEN 'suppressed' ELSE reason END,
      failed_at = CASE WHEN status = 'queued' THEN NEW.erased_at ELSE failed_at END
    WHERE owner_id = OLD.owner_id
      AND (contact_id = OLD.id OR (channel = 'email' AND address = OLD.email) OR (channel <> 'email' AND address = OLD.phone));
  RETURN NULL;
END
$$;
CREATE TRIGGER crm_contacts_erased AFTER UPDATE OF erased_at ON crm_contacts FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_crm_messages();

ALTER TABLE crm_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_profiles
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE crm_campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_campaigns FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_campaigns
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE crm_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_messages
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE crm_delivery_reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_delivery_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_delivery_reports
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
REVOKE DELETE ON crm_campaigns, crm_messages, crm_delivery_reports FROM hub_app;
