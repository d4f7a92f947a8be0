import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HoursInterval, Stretch, WorkingHours } from "../availability/slots.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import type { AgendaItem } from "./agenda-day.ts";
import type { AgendaEntry } from "./agenda.types.ts";

/** A booking, a hold or blocked time as it is stored. */
export type StoredItem = AgendaItem & Omit<AgendaEntry, "kind" | "start" | "end" | "localStart" | "localEnd">;

/** A provider with what fills their days within the wanted range. */
export interface ProviderAgenda {
  id: string;
  name: string;
  hours: WorkingHours;
  items: StoredItem[];
}

interface AgendaRow {
  id: string;
  name: string;
  timezone: string;
  weekly: WorkingHours["weekly"];
  overrides: { date: string; intervals: HoursInterval[] }[];
  items: (Omit<StoredItem, "block"> & { blockStart: number; blockEnd: number })[];
}

const text = `
SELECT p.id, p.name, p.timezone,
  (SELECT coalesce(json_agg(json_build_object('effectiveFrom', effective_from, 'intervals', intervals)
     ORDER BY effective_from DESC), '[]') FROM booking_weekly_hours WHERE provider_id = p.id) AS weekly,
  (SELECT coalesce(json_agg(json_build_object('date', on_date, 'intervals', intervals)), '[]')
     FROM booking_date_overrides WHERE provider_id = p.id
     AND on_date BETWEEN $3::timestamptz::date - 3 AND $4::timestamptz::date + 3) AS overrides,
  (SELECT coalesce(json_agg(one), '[]') FROM (
     SELECT CASE b.status WHEN 'held' THEN 'hold' ELSE 'booking' END AS kind, b.id,
       CASE b.status WHEN 'held' THEN NULL ELSE b.status END AS status, b.service_id AS "serviceId",
       b.service_snapshot->>'name' AS "serviceName", b.client_email AS "clientEmail", b.party_size AS "partySize",
       b.series_id AS "seriesId", b.resource_ids AS "resourceIds", NULL AS reason, NULL AS source,
       extract(epoch FROM b.starts_at) * 1000 AS start, extract(epoch FROM b.ends_at) * 1000 AS "end",
       extract(epoch FROM b.block_start) * 1000 AS "blockStart", extract(epoch FROM b.block_end) * 1000 AS "blockEnd"
     FROM bookings b WHERE b.provider_id = p.id AND b.block && tstzrange($3, $4)
       AND b.status IN ('held', 'pending', 'confirmed', 'checked_in', 'completed', 'no_show')
       AND NOT (b.status IN ('held', 'pending') AND b.lapses_at <= $5)
     UNION ALL
     SELECT 'blocked', t.id, NULL, NULL, NULL, NULL, NULL, NULL, '{}', t.reason, t.source,
       extract(epoch FROM t.starts_at) * 1000, extract(epoch FROM t.ends_at) * 1000,
       extract(epoch FROM t.starts_at) * 1000, extract(epoch FROM t.ends_at) * 1000
     FROM booking_blocked_times t WHERE t.provider_id = p.id AND t.starts_at < $4 AND t.ends_at > $3
   ) AS one) AS items
FROM booking_providers p
WHERE p.owner_id = $1 AND CASE WHEN $2::text IS NULL THEN p.status = 'active' ELSE p.id = $2 END
  AND ($6::text IS NULL OR p.location_id = $6)
ORDER BY p.name, p.id`;

/** Whose agendas are read, and for which time. */
interface AgendaQuery {
  providerId: string | null;
  locationId?: string | null;
  within: Stretch;
}

/** The account's active providers, all of them or of a location, or the requested one, with their agendas. */
export async function readAgendas(
  em: EntityManager,
  ctx: GatewayContext,
  { providerId, locationId = null, within }: AgendaQuery,
): Promise<ProviderAgenda[]> {
  const range = [new Date(within.start), new Date(within.end)];
  const parameters = [ownerOf(ctx), providerId, ...range, ctx.clock.now(), locationId];
  const rows = await executeSql<AgendaRow>(em, text, parameters);
  return rows.map(({ id, name, timezone, weekly, overrides, items }) => ({
    id,
    name,
    hours: {
      timezone,
      weekly,
      overrides: new Map(overrides.map(({ date, intervals }) => [date, intervals])),
    },
    items: items.map(({ blockStart, blockEnd, ...item }) => ({
      ...item,
      block: { start: blockStart, end: blockEnd },
    })),
  }));
}
