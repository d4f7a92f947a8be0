import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { agendaDay, clipped, merged, minutesOf, without } from "../agenda/agenda-day.ts";
import type { ProviderAgenda } from "../agenda/read-agendas.service.ts";
import type { Stretch } from "../availability/slots.ts";

interface StoredResource {
  id: string;
  name: string;
  quantity: number;
  providerIds: string[];
}

/** Booked and available minutes of a resource. */
interface ResourceMinutes {
  id: string;
  name: string;
  bookedMin: number;
  availableMin: number;
}

/**
 * Booked and available time of each active resource, by name. Available is the time in which an active provider of its
 * services works and is not blocked, for each unit; bookings of one session use one unit.
 */
export async function resourceMinutes(
  em: EntityManager,
  ctx: GatewayContext,
  agendas: readonly ProviderAgenda[],
  dates: readonly string[],
): Promise<ResourceMinutes[]> {
  const resources = await executeSql<StoredResource>(
    em,
    `SELECT r.id, r.name, r.quantity, array_remove(array_agg(DISTINCT sp.provider_id), NULL) AS "providerIds"
     FROM booking_resources r LEFT JOIN booking_service_resources sr ON sr.resource_id = r.id
       LEFT JOIN booking_service_providers sp ON sp.service_id = sr.service_id
     WHERE r.owner_id = $1 AND r.status = 'active' GROUP BY r.id ORDER BY r.name, r.id`,
    [ownerOf(ctx)],
  );
  return resources.map((resource) => minutesOfOne(resource, agendas, dates));
}

function minutesOfOne(
  { id, name, quantity, providerIds }: StoredResource,
  agendas: readonly ProviderAgenda[],
  dates: readonly string[],
): ResourceMinutes {
  const open = merged(
    agendas.filter((one) => providerIds.includes(one.id)).flatMap((one) => openTimeOf(one, dates)),
  );
  const booked = sessionsOf(id, agendas).map((session) => minutesOf(clipped(open, session)));
  return {
    id,
    name,
    bookedMin: booked.reduce((sum, minutes) => sum + minutes, 0),
    availableMin: quantity * minutesOf(open),
  };
}

/** Working time of a provider on these dates that is not blocked. */
function openTimeOf({ hours, items }: ProviderAgenda, dates: readonly string[]): Stretch[] {
  return dates.flatMap((date) => {
    const day = agendaDay(date, hours.timezone, hours, items);
    const blocked = merged(day.items.filter(({ kind }) => kind === "blocked"));
    return without(day.hours, blocked);
  });
}

/** The time of each session that uses a resource. A provider's bookings of one service and start are one session. */
function sessionsOf(resourceId: string, agendas: readonly ProviderAgenda[]): Stretch[] {
  const sessions = new Map<string, Stretch>();
  for (const { id, items } of agendas) {
    for (const { kind, serviceId, start, end, resourceIds } of items) {
      if (kind !== "booking" || !resourceIds.includes(resourceId)) continue;
      sessions.set(`${id} ${serviceId} ${start}`, { start, end });
    }
  }
  return [...sessions.values()];
}
