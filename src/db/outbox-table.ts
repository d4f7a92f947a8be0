/**
 * The table behind `emitEvent` and `relayOutbox`; stands in the first migration of every subgraph that emits events.
 * Anyone may add an event, for whatever owner; only the relay sees them.
 */
export const outboxTableSql = `
CREATE TABLE outbox_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_id text NOT NULL,
  app_id text,
  owner_id text,
  payload jsonb NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
CREATE INDEX outbox_events_pending ON outbox_events (sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_events_pending_object ON outbox_events (object_id, sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_events_published ON outbox_events (published_at) WHERE published_at IS NOT NULL;
ALTER TABLE outbox_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_events FORCE ROW LEVEL SECURITY;
CREATE POLICY anyone_appends ON outbox_events FOR INSERT WITH CHECK (true);
CREATE POLICY system_relays ON outbox_events USING (current_setting('app.system', true) = 'on');
`;
