-- How a service chooses among free providers, and their turns: bookings divided by weight.
ALTER TABLE booking_services
  ADD COLUMN assignment text NOT NULL DEFAULT 'least_busy' CHECK (assignment IN ('least_busy', 'round_robin'));
ALTER TABLE booking_service_providers
  ADD COLUMN weight integer NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 100),
  ADD COLUMN turns double precision NOT NULL DEFAULT 0;

-- Counts the turns of a provider, whatever makes, moves or ends a booking. Who was away catches up at most two turns.
CREATE FUNCTION count_provider_turn() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was boolean := TG_OP = 'UPDATE' AND OLD.status NOT IN ('held', 'cancelled', 'declined', 'expired');
  isnow boolean := NEW.status NOT IN ('held', 'cancelled', 'declined', 'expired');
  moved boolean := TG_OP = 'UPDATE' AND OLD.provider_id <> NEW.provider_id;
BEGIN
  IF NOT EXISTS (SELECT FROM booking_services WHERE id = NEW.service_id AND assignment = 'round_robin') THEN
    RETURN NULL;
  END IF;
  IF was AND (moved OR NOT isnow) THEN
    UPDATE booking_service_providers SET turns = turns - 1.0 / weight
    WHERE service_id = OLD.service_id AND provider_id = OLD.provider_id;
  END IF;
  IF isnow AND (moved OR NOT was) THEN
    UPDATE booking_service_providers sp SET turns = 1.0 / weight + greatest(turns,
      (SELECT max(o.turns) - 2 * max(1.0 / o.weight) FROM booking_service_providers o WHERE o.service_id = sp.service_id))
    WHERE service_id = NEW.service_id AND provider_id = NEW.provider_id;
  END IF;
  RETURN NULL;
END $$;
-- A booking that moves reserves its new place with a row of a hold's ID for a moment.
CREATE TRIGGER bookings_count_new_turn AFTER INSERT ON bookings
  FOR EACH ROW WHEN (NEW.status <> 'held' AND NEW.id NOT LIKE 'hld%') EXECUTE FUNCTION count_provider_turn();
CREATE TRIGGER bookings_count_turn AFTER UPDATE OF provider_id, status ON bookings
  FOR EACH ROW WHEN ((OLD.provider_id, OLD.status) IS DISTINCT FROM (NEW.provider_id, NEW.status))
  EXECUTE FUNCTION count_provider_turn();
