import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import type { Stretch } from "../availability/slots.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { agendaDay } from "./agenda-day.ts";
import type * as types from "./agenda.types.ts";
import { readAgendas, type ProviderAgenda, type StoredItem } from "./read-agendas.service.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 31;
/** Days of all providers together. */
const maxSheets = 1_000;

/**
 * The day sheets of one or all active providers: working hours, entries and gaps. Empty for an unknown provider or location.
 * Throws VALIDATION_ERROR for the time zone and for more sheets than the maximum.
 */
export function readAgenda(ctx: GatewayContext, args: types.AgendaArgs): Promise<types.BookingAgenda> {
  const { date: from, providerId = null, locationId = null } = args;
  const to = args.to ?? from;
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1) throw outOfRange("must not be before date");
  if (count > maxDays) throw outOfRange(`must be within ${maxDays} days`);
  const zone = checkedZone(args.timezone);
  return inTransaction(
    ctx,
    async (em) => {
      // Whatever the zone, the days lie within this.
      const within = { start: Date.parse(from) - dayMs, end: Date.parse(to) + 2 * dayMs };
      const agendas = await readAgendas(em, ctx, { providerId, locationId, within });
      if (agendas.length * count > maxSheets) {
        const days = Math.floor(maxSheets / agendas.length);
        throw outOfRange(`must be within ${days} days for ${agendas.length} providers; or give providerId`);
      }
      const dates = Array.from({ length: count }, (_, index) => addDays(from, index));
      const days = dates.flatMap((date) => agendas.map((agenda) => presentDay(date, agenda, zone)));
      return { from, to, days };
    },
    { readOnly: true },
  );
}

function presentDay(date: string, agenda: ProviderAgenda, zone: string | null): types.AgendaDaySheet {
  const timezone = zone ?? agenda.hours.timezone;
  const { day: _, hours, items, gaps, ...figures } = agendaDay(date, timezone, agenda.hours, agenda.items);
  const shown = (stretch: Stretch) => presentStretch(stretch, timezone);
  return {
    date,
    providerId: agenda.id,
    providerName: agenda.name,
    timezone,
    hours: hours.map(shown),
    entries: items.map((item) => presentEntry(item, timezone)),
    gaps: gaps.map(shown),
    ...figures,
  };
}

function presentEntry({ block: _, ...item }: StoredItem, zone: string): types.AgendaEntry {
  const { start, end, localStart, localEnd } = presentStretch(item, zone);
  return { ...item, start, end, localStart, localEnd };
}

function presentStretch({ start, end }: Stretch, zone: string): types.AgendaStretch {
  const local = (at: number) => {
    const { date, time } = wallClockOf(at, zone);
    return `${date}T${time}`;
  };
  return { start: new Date(start), end: new Date(end), localStart: local(start), localEnd: local(end) };
}

function outOfRange(message: string) {
  return validationError([{ path: "to", message, rule: "range" }]);
}
