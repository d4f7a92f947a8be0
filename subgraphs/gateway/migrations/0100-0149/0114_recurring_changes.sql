ALTER TABLE recurring_invoices
  -- Number of weeks, months, quarters or years between two dates.
  ADD COLUMN interval integer NOT NULL DEFAULT 1 CHECK (interval BETWEEN 1 AND 100),
  -- When a paused one continues by itself; null when somebody has to resume it.
  ADD COLUMN resume_at timestamptz(3),
  ADD CHECK (resume_at IS NULL OR status = 'paused');
CREATE INDEX recurring_invoices_resuming ON recurring_invoices (resume_at) WHERE resume_at IS NOT NULL;
CREATE INDEX invoices_recurring ON invoices (recurring_id, recurring_on DESC) WHERE recurring_id IS NOT NULL;
