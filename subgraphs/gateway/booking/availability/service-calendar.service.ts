import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows } from "../../../../src/db/read-rows.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import type { VideoCalls } from "../bookings/video.types.ts";
import type { ProviderAssignment } from "../setup/service-providers.types.ts";
import type { CancellationPolicy } from "../bookings/cancellation-fee.ts";
import type { ResourceUnits } from "./resource-units.ts";
import type { HoursInterval, SlotShape, Stretch, TakenTime, WorkingHours } from "./slots.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** A service as its availability and its bookings need it. */
export interface BookableService extends SlotShape {
  id: string;
  name: string;
  status: "active" | "archived";
  /** Its own zone, else that of its providers' location if they share one, else the account's. */
  timezone: string;
  minNoticeMin: number;
  maxAdvanceDays: number;
  requiresApproval: boolean;
  depositPercent: number;
  /** How it chooses among free providers. */
  assignment?: ProviderAssignment;
  videoCalls?: VideoCalls;
  priceMinor: number;
  currency: string;
  policy: CancellationPolicy | null;
}

/** A provider of the service, with what fills their days within the wanted range. */
export interface ProviderCalendar {
  id: string;
  /** Their share of the service's bookings, and how many they had, divided by it. */
  weight?: number;
  turns?: number;
  hours: WorkingHours;
  away: readonly Stretch[];
  taken: readonly (TakenTime & { startsAt: number })[];
}

export interface ServiceCalendar {
  service: BookableService;
  providers: ProviderCalendar[];
  /** What each booking takes a unit of. */
  resources: ResourceUnits[];
}

/** Query for free slots. */
export interface CalendarQuery {
  serviceId: string;
  /** Only this provider. */
  providerId?: string | null;
  within: Stretch;
  /** A booking or hold to ignore, because it is being moved or booked. */
  except?: string | null;
  /** True when only free slots are wanted: bookings that follow each other are then one stretch, which is faster. */
  mergesBookings?: boolean;
  /** Resources that a booking was made with, in place of those that the service needs now. */
  resourceIds?: readonly string[] | null;
}

interface CalendarRow extends BookableService {
  resources: ResourceUnits[];
  providers: {
    id: string;
    weight: number;
    turns: number;
    timezone: string;
    weekly: WorkingHours["weekly"];
    overrides: { date: string; intervals: HoursInterval[] }[];
    away: readonly Stretch[];
    taken: ProviderCalendar["taken"];
    busy: [start: number, end: number][];
  }[];
}

const text = `
SELECT s.id, s.name, s.status, s.duration_min AS "durationMin", s.slot_step_min AS "slotStepMin",
  s.buffer_before_min AS "bufferBeforeMin", s.buffer_after_min AS "bufferAfterMin", s.capacity,
  s.min_notice_min AS "minNoticeMin", s.max_advance_days AS "maxAdvanceDays", s.requires_approval AS "requiresApproval", s.deposit_percent AS "depositPercent", s.assignment, s.video_calls AS "videoCalls",
  s.price_minor::float8 AS "priceMinor", s.currency, s.policy,
  coalesce(s.timezone,
    (SELECT min(l.timezone) FROM booking_service_providers sp JOIN booking_providers p ON p.id = sp.provider_id
       LEFT JOIN booking_locations l ON l.id = p.location_id
     WHERE sp.service_id = s.id AND p.status = 'active' AND ($7::text IS NULL OR p.id = $7)
     HAVING count(DISTINCT l.timezone) = 1 AND count(l.id) = count(*)),
    (SELECT timezone FROM invoicing_settings WHERE owner_id = $1), 'UTC') AS timezone,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'weight', sp.weight, 'turns', sp.turns, 'timezone', p.timezone,
     'weekly', (SELECT coalesce(json_agg(json_build_object('effectiveFrom', effective_from, 'intervals', intervals)
                  ORDER BY effective_from DESC), '[]')
                FROM booking_weekly_hours WHERE provider_id = p.id),
     'overrides', (SELECT coalesce(json_agg(json_build_object('date', on_date, 'intervals', intervals)), '[]')
                   FROM booking_date_overrides WHERE provider_id = p.id
                   AND on_date BETWEEN $3::timestamptz::date - 3 AND $4::timestamptz::date + 3),
     'away', (SELECT coalesce(json_agg(json_build_object('start', extract(epoch FROM starts_at) * 1000,
                'end', extract(epoch FROM ends_at) * 1000)), '[]')
              FROM booking_blocked_times WHERE provider_id = p.id AND starts_at < $4 AND ends_at > $3),
     'taken', CASE WHEN $9 AND s.capacity = 1 THEN '[]'::json ELSE (SELECT coalesce(json_agg(json_build_object('start', (extract(epoch FROM block_start) * 1000)::float8,
                 'end', (extract(epoch FROM block_end) * 1000)::float8, 'startsAt', (extract(epoch FROM starts_at) * 1000)::float8,
                 'sessionKey', session_key, 'partySize', party_size)), '[]')
               FROM bookings WHERE (NOT $9 OR s.capacity > 1 AND service_id = s.id) AND provider_id = p.id AND starts_at >= $3 AND starts_at < $4
               AND status IN ('held', 'pending', 'confirmed', 'checked_in')
               AND NOT (status IN ('held', 'pending') AND lapses_at <= $5) AND id <> $6) END,
     -- For free slots alone, bookings that follow each other are one stretch.
     'busy', CASE WHEN NOT $9 THEN '[]'::json ELSE (SELECT coalesce(json_agg(json_build_array((extract(epoch FROM lower(stretch)) * 1000)::float8,
                (extract(epoch FROM upper(stretch)) * 1000)::float8)), '[]')
              FROM (SELECT unnest(range_agg(block)) AS stretch FROM bookings
                WHERE NOT (s.capacity > 1 AND service_id = s.id) AND provider_id = p.id AND starts_at >= $3 AND starts_at < $4
                AND status IN ('held', 'pending', 'confirmed', 'checked_in')
                AND NOT (status IN ('held', 'pending') AND lapses_at <= $5) AND id <> $6) AS stretches) END
   ) ORDER BY p.id), '[]')
   FROM booking_service_providers sp JOIN booking_providers p ON p.id = sp.provider_id
   WHERE sp.service_id = s.id AND p.status = 'active' AND ($7::text IS NULL OR p.id = $7)) AS providers,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'quantity', r.quantity,
     'taken', (SELECT coalesce(json_agg(json_build_object('start', extract(epoch FROM block_start) * 1000,
                 'end', extract(epoch FROM block_end) * 1000, 'sessionKey', session_key)), '[]')
               FROM bookings WHERE owner_id = $1 AND resource_ids <> '{}' AND r.id = ANY (resource_ids)
               AND block && tstzrange($3, $4) AND status IN ('held', 'pending', 'confirmed', 'checked_in')
               AND NOT (status IN ('held', 'pending') AND lapses_at <= $5) AND id <> $6)
   ) ORDER BY r.id), '[]')
   FROM booking_resources r WHERE r.owner_id = $1 AND CASE WHEN $8::text[] IS NULL
     THEN r.id IN (SELECT resource_id FROM booking_service_resources WHERE service_id = s.id)
     ELSE r.id = ANY ($8) END) AS resources
FROM booking_services s WHERE s.owner_id = $1 AND s.id = $2`;

/**
 * Longer than any slot and any booking with their buffers together: bookings that start this long before or after a range cannot
 * overlap a slot in it.
 */
const reachMs = 3 * 24 * 60 * 60 * 1000;

/**
 * A service of the caller with its providers' calendars, in one statement, in the open transaction if there is one.
 * Throws NOT_FOUND for the service, and for a provider who does not give it.
 */
export async function readServiceCalendar(
  em: EntityManager,
  ctx: GatewayContext,
  {
    serviceId,
    providerId = null,
    within,
    except = null,
    resourceIds = null,
    mergesBookings = false,
  }: CalendarQuery,
): Promise<ServiceCalendar> {
  const from = new Date(within.start - reachMs);
  const to = new Date(within.end + reachMs);
  const parameters = [
    ownerOf(ctx),
    serviceId,
    from,
    to,
    ctx.clock.now(),
    except ?? "",
    providerId,
    resourceIds,
    mergesBookings,
  ];
  const [row] = await readRows<CalendarRow>({ em, principal: ctx.principal }, { sql: text, parameters });
  if (!row) throw notFound("service");
  const { providers, resources, ...service } = row;
  if (providerId !== null && providers.length === 0) throw notFound("provider of the service");
  return { service, providers: providers.map(toCalendar), resources };
}

function toCalendar({
  id,
  weight,
  turns,
  timezone,
  weekly,
  overrides,
  away,
  taken,
  busy,
}: CalendarRow["providers"][number]): ProviderCalendar {
  const byDate = new Map(overrides.map(({ date, intervals }) => [date, intervals]));
  return {
    id,
    weight,
    turns,
    hours: { timezone, weekly, overrides: byDate },
    away,
    taken: [...taken, ...busy.map(busyTime)],
  };
}

/** A stretch of bookings: its key is of no session. */
function busyTime([start, end]: [start: number, end: number]): ProviderCalendar["taken"][number] {
  return { start, end, startsAt: start, sessionKey: "other", partySize: 1 };
}
