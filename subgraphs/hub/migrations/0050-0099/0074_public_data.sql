-- Routers cache prices and the list of apps. A commit that changes them ends the cached responses of all processes,
-- whatever program made the change.
CREATE FUNCTION announce_public_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('public_data', TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER public_data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON operation_costs
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_data('prices.changed');
CREATE TRIGGER public_data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON credit_packages
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_data('prices.changed');
CREATE TRIGGER public_data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON apps
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_data('apps.changed');

-- Rows are written at each refresh from the pricing service, mostly with the same content.
CREATE TRIGGER public_data_changed AFTER UPDATE ON pricing_answers FOR EACH ROW
  WHEN (OLD.answer::text IS DISTINCT FROM NEW.answer::text)
  EXECUTE FUNCTION announce_public_data('plans.changed');
CREATE TRIGGER public_data_added AFTER INSERT OR DELETE ON pricing_answers FOR EACH ROW
  EXECUTE FUNCTION announce_public_data('plans.changed');
