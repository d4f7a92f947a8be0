import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { toMajor } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { agendaDay } from "../agenda/agenda-day.ts";
import { readAgendas, type ProviderAgenda } from "../agenda/read-agendas.service.ts";
import { resourceMinutes } from "./resource-utilization.service.ts";
import type * as types from "./booking-reports.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 92;
/** Days of all providers together. */
const maxSheets = 1_000;

/**
 * Booked and available time of each active provider or resource, as agendas count it. Throws VALIDATION_ERROR for the range
 * and for more days of providers than the maximum.
 */
export function readUtilization(
  ctx: GatewayContext,
  { from, to, groupBy }: types.UtilizationReportArgs,
): Promise<types.UtilizationReport> {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1) throw refused("must not be before from");
  if (count > maxDays) throw refused(`must be within ${maxDays} days`);
  const read = async (em: EntityManager) => {
    // Whatever the zone, the days lie within this.
    const within = { start: Date.parse(from) - dayMs, end: Date.parse(to) + 2 * dayMs };
    const agendas = await readAgendas(em, ctx, { providerId: null, within });
    if (agendas.length * count > maxSheets) {
      const days = Math.floor(maxSheets / agendas.length);
      throw refused(`must be within ${days} days for ${agendas.length} providers`);
    }
    const dates = Array.from({ length: count }, (_, index) => addDays(from, index));
    const minutes =
      groupBy === "resource"
        ? await resourceMinutes(em, ctx, agendas, dates)
        : agendas.map((agenda) => providerMinutes(agenda, dates));
    return { from, to, groupBy, rows: minutes.map(withUtilization) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

type Minutes = Omit<types.UtilizationRow, "utilization">;

function providerMinutes({ id, name, hours, items }: ProviderAgenda, dates: readonly string[]): Minutes {
  const days = dates.map((date) => agendaDay(date, hours.timezone, hours, items));
  const bookedMin = days.reduce((sum, day) => sum + day.bookedMinutes, 0);
  const availableMin = days.reduce((sum, day) => sum + day.workingMinutes - day.blockedMinutes, 0);
  return { id, name, bookedMin, availableMin };
}

function withUtilization(minutes: Minutes): types.UtilizationRow {
  const { bookedMin, availableMin } = minutes;
  // Bookings made before the time was blocked take no available time.
  return { ...minutes, utilization: percentOf(Math.min(bookedMin, availableMin), availableMin) };
}

/** Counts and rates of the bookings that start in a period. Throws VALIDATION_ERROR for the period. */
export function readBookingReport(
  ctx: GatewayContext,
  { from, to, serviceId = null }: types.BookingReportArgs,
): Promise<types.BookingReport> {
  if (from.getTime() >= to.getTime()) throw refused("must be after from");
  const own = [ownerOf(ctx), from, to, serviceId];
  const those = `FROM bookings WHERE owner_id = $1 AND starts_at >= $2 AND starts_at < $3 AND status <> 'held'
    AND ($4::text IS NULL OR service_id = $4)`;
  const read = async (em: EntityManager) => {
    const [counted] = await executeSql<Record<"bookings" | "cancelled" | "noShows" | "came", number> & Lead>(
      em,
      `SELECT count(*)::int AS bookings, count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
         count(*) FILTER (WHERE status = 'no_show')::int AS "noShows",
         count(*) FILTER (WHERE status IN ('checked_in', 'completed'))::int AS came,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM starts_at - created_at) / 60) AS lead
       ${those}`,
      own,
    );
    const revenue = await executeSql<{ currency: string; minor: number }>(
      em,
      `SELECT currency, sum(coalesce(fee_minor, 0) + CASE WHEN status IN ('checked_in', 'completed') THEN price_minor
         ELSE 0 END)::float8 AS minor ${those} GROUP BY currency ORDER BY currency`,
      own,
    );
    const { bookings, cancelled, noShows, came, lead } = counted!;
    return {
      bookings,
      cancelled,
      noShows,
      noShowRate: percentOf(noShows, noShows + came),
      revenue: revenue.map(({ currency, minor }) => ({
        currency,
        amount: toMajor(minor, currencyDecimals(currency)),
      })),
      leadTimeMedianMinutes: lead === null ? null : Math.round(lead),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface Lead {
  lead: number | null;
}

/** Per cent with one decimal; null of nothing. */
function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;
}

function refused(message: string) {
  return validationError([{ path: "to", message, rule: "range" }]);
}
