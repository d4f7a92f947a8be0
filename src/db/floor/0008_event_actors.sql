-- Who caused an event: a user, an API key or a service account; null for the platform itself.
ALTER TABLE outbox_events ADD COLUMN actor_type text, ADD COLUMN actor_id text;
