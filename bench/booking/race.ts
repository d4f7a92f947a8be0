import type pg from "pg";
import type { Json, Tools } from "./call-tool.ts";

/** Clients that ask for one slot at once. */
export const racers = 50;

const dayMs = 86_400_000;

interface Slot {
  date: string;
  time: string;
}

/** Both sides of the race for slots; each returns attempts per second, and throws unless each slot has one winner. */
export interface Race {
  nextSlots(count: number): Slot[];
  ours(slots: readonly Slot[]): Promise<number>;
  /** One statement per attempt, with an exclusion constraint. */
  bare(slots: readonly Slot[]): Promise<number>;
}

/** Creates a service with one provider, and the table of the baseline. */
export async function openRace({ ask, act }: Tools, pool: pg.Pool): Promise<Race> {
  const inBooking = (tool: string, input: Json) => act("event-manager", tool, input);
  const service = await inBooking("create_service", {
    name: "Consultation",
    durationMin: 30,
    price: 40,
    timezone: "UTC",
    maxAdvanceDays: 300,
  });
  const provider = await inBooking("create_provider", { name: "Provider", timezone: "UTC" });
  const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "08:00", to: "18:00" }));
  await inBooking("set_weekly_hours", { providerId: provider["id"], intervals, effectiveFrom: "2025-01-01" });
  await inBooking("set_service_providers", { serviceId: service["id"], providerIds: [provider["id"]] });
  await pool.query(
    `CREATE TABLE bench_slots (provider text, during tstzrange, EXCLUDE USING gist (provider WITH =, during WITH &&))`,
  );
  let next = 0;
  return {
    nextSlots: (count) => Array.from({ length: count }, () => slotAt(next++)),
    ours: (slots) =>
      attemptsPerSecond(slots, async ({ date, time }, client) => {
        const input = { serviceId: service["id"], date, time, clientEmail: `client${client}@client.example` };
        const { status, body } = await ask("event-manager", "create_booking", input);
        if (status >= 300 && body["code"] !== "SLOT_TAKEN")
          throw new Error(`create_booking answered ${status}: ${JSON.stringify(body)}`);
        return status < 300;
      }),
    bare: (slots) =>
      attemptsPerSecond(slots, async ({ date, time }) => {
        const { rowCount } = await pool.query(
          "INSERT INTO bench_slots VALUES ('one', tstzrange($1::timestamptz, $1::timestamptz + interval '30 min')) ON CONFLICT DO NOTHING",
          [`${date}T${time}:00Z`],
        );
        return rowCount === 1;
      }),
  };
}

/** Slots from the day after tomorrow on, twenty a day. */
function slotAt(index: number): Slot {
  const at = new Date(Math.floor(Date.now() / dayMs) * dayMs + (2 + Math.floor(index / 20)) * dayMs);
  at.setUTCMinutes(8 * 60 + (index % 20) * 30);
  return { date: at.toISOString().slice(0, 10), time: at.toISOString().slice(11, 16) };
}

/** All racers try each slot concurrently. Throws unless exactly one gets it. */
async function attemptsPerSecond(
  slots: readonly Slot[],
  attempt: (slot: Slot, client: number) => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  for (const slot of slots) {
    const won = await Promise.all(Array.from({ length: racers }, (_, client) => attempt(slot, client)));
    const winners = won.filter(Boolean).length;
    if (winners !== 1) throw new Error(`${winners} of ${racers} have ${slot.date} ${slot.time}`);
  }
  return (slots.length * racers) / ((performance.now() - startedAt) / 1000);
}
