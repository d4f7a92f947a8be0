-- Reminders that are sent by themselves before and after due dates.
CREATE TABLE reminder_rules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  -- [{days, relativeTo}]: below zero before the due date.
  offsets jsonb NOT NULL,
  template text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX reminder_rules_owner ON reminder_rules (owner_id, created_at, id);
ALTER TABLE reminder_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON reminder_rules
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
CREATE INDEX invoices_owner_open_due ON invoices (owner_id, due_date) WHERE status = 'sent' AND due_date IS NOT NULL;
