-- Routers cache published buildings. Every publisher counts the data version up in its transaction, so its commit ends
-- the cached responses of all processes.
CREATE FUNCTION announce_public_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('public_data', TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER public_data_changed AFTER UPDATE ON data_version FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version)
  EXECUTE FUNCTION announce_public_data('properties.published');
