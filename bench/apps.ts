/**
 * Measures what two apps promise: how many clients a second may race for the slots of a calendar, of whom one has each, and
 * how long a payroll of a thousand takes. Each beside the bare statements that any such program would need.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { openSpenders } from "../test/split/spenders.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { pinAll } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const racers = 50;
const slotsARound = Math.max(4, Math.round(settings.seconds * 8));
const employees = 1_000;
const dayMs = 86_400_000;

type Json = Record<string, unknown>;

const platform = await startBenchPlatform({ NODE_ENV: "development", RATE_LIMITS: "off" });
// The clients run on another core than the server.
pinAll(process.pid, 1);
const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 12 });
try {
  const sql = async <Row extends object>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as Row[];
  const [person] = await openSpenders(sql, platform.issuer, 1);
  const ask = async (appId: string, tool: string, input: Json) => {
    const response = await fetch(`http://127.0.0.1:${platform.port}/tools/${tool}/call`, {
      method: "POST",
      headers: {
        ...person!.headers,
        "content-type": "application/json",
        "x-app-id": appId,
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ arguments: input }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const act = async (appId: string, tool: string, input: Json) => {
    const { status, body } = await ask(appId, tool, input);
    if (status >= 300) throw new Error(`${tool} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const isWanted = (name: string) => settings.operations?.includes(name) ?? true;
  const none: Pair = { ours: NaN, bare: NaN };
  const race = isWanted("race") ? await measureRace(ask, act) : { ...none, cpuMicros: NaN };
  const run = isWanted("payroll") ? await measurePayroll(act) : none;
  const text = [
    "## Apps",
    "",
    `${racers} clients at once ask for one slot, ${slotsARound} slots a round, the best of ${settings.rounds}: one has it, the others are told`,
    `what is free. A payroll of ${employees} people is checked, calculated, charged and kept with all its payslips in one call.`,
    "Everything that answers shares one core. Targets: 500 attempts a second, 10 s.",
    "",
    renderTable(
      ["what", "found"],
      [
        ["create_booking, attempts a second", race.ours.toFixed(0)],
        ["create_booking, process time of an attempt, µs", race.cpuMicros.toFixed(0)],
        ["baseline: one pg statement an attempt, exclusion constraint", race.bare.toFixed(0)],
        [`run_payroll of ${employees}, ms`, milliseconds(run.ours)],
        ["baseline: one pg statement that writes the same payslips, ms", milliseconds(run.bare)],
      ],
    ),
  ].join("\n");
  process.stdout.write(`${text}\n`);
  if (settings.isWhole) await recordSection("apps", text);
} finally {
  await pool.end();
  await platform.stop();
}

interface Pair {
  ours: number;
  bare: number;
}

/** Attempts a second in the best round, and the platform's process time of an attempt in it. */
async function measureRace(
  ask: (appId: string, tool: string, input: Json) => Promise<{ status: number; body: Json }>,
  act: (appId: string, tool: string, input: Json) => Promise<Json>,
): Promise<Pair & { cpuMicros: number }> {
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
  const best = { ours: 0, bare: 0, cpuMicros: 0 };
  let slot = 0;
  for (let round = -1; round < settings.rounds; round++) {
    const slots = Array.from({ length: slotsARound }, () => slotAt(slot++));
    const before = await platform.process.usage();
    const ours = await attemptsPerSecond(slots, async ({ date, time }, client) => {
      const input = { serviceId: service["id"], date, time, clientEmail: `client${client}@client.example` };
      const { status, body } = await ask("event-manager", "create_booking", input);
      if (status >= 300 && body["code"] !== "SLOT_TAKEN")
        throw new Error(`create_booking answered ${status}: ${JSON.stringify(body)}`);
      return status < 300;
    });
    const after = await platform.process.usage();
    const bare = await attemptsPerSecond(slots, async ({ date, time }) => {
      const { rowCount } = await pool.query(
        "INSERT INTO bench_slots VALUES ('one', tstzrange($1::timestamptz, $1::timestamptz + interval '30 min')) ON CONFLICT DO NOTHING",
        [`${date}T${time}:00Z`],
      );
      return rowCount === 1;
    });
    // The round before the first warms up.
    if (round < 0) continue;
    if (ours > best.ours) {
      best.ours = ours;
      best.cpuMicros = (after.cpuMicros - before.cpuMicros) / (slots.length * racers);
    }
    best.bare = Math.max(best.bare, bare);
  }
  return best;
}

/** Slots from the day after tomorrow on, twenty a day. */
function slotAt(index: number): { date: string; time: string } {
  const at = new Date(Math.floor(Date.now() / dayMs) * dayMs + (2 + Math.floor(index / 20)) * dayMs);
  at.setUTCMinutes(8 * 60 + (index % 20) * 30);
  return { date: at.toISOString().slice(0, 10), time: at.toISOString().slice(11, 16) };
}

/** All racers try each slot concurrently. Throws unless exactly one gets it. */
async function attemptsPerSecond(
  slots: readonly { date: string; time: string }[],
  attempt: (slot: { date: string; time: string }, client: number) => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  for (const slot of slots) {
    const won = await Promise.all(Array.from({ length: racers }, (_, client) => attempt(slot, client)));
    const winners = won.filter(Boolean).length;
    if (winners !== 1) throw new Error(`${winners} of ${racers} have ${slot.date} ${slot.time}`);
  }
  return (slots.length * racers) / ((performance.now() - startedAt) / 1000);
}

/** Milliseconds of the run. */
async function measurePayroll(
  act: (appId: string, tool: string, input: Json) => Promise<Json>,
): Promise<Pair> {
  const inPayroll = (tool: string, input: Json) => act("payroll", tool, input);
  const monday = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  const dateOf = (days: number) => new Date(monday.getTime() + days * dayMs).toISOString().slice(0, 10);
  const schedule = await inPayroll("create_pay_schedule", {
    name: "Every other Friday",
    frequency: "biweekly",
    anchorDate: dateOf(-7),
    payDateOffsetDays: 5,
    holidayRule: "before",
  });
  const hire = async (index: number) => {
    const employee = await inPayroll("create_employee", {
      firstName: "Ana",
      lastName: `Alva ${index}`,
      email: `employee${index}@staff.example`,
      startDate: dateOf(-365),
      workState: "TX",
      payScheduleId: schedule["id"],
      employmentType: "full_time",
    });
    await inPayroll("set_compensation", {
      employeeId: employee["id"],
      kind: "salary",
      amount: 30_000 + index * 100,
      perUnit: "year",
      effectiveDate: dateOf(-365),
    });
  };
  for (let from = 0; from < employees; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => hire(from + index)));
  const startedAt = performance.now();
  const run = await inPayroll("run_payroll", {
    periodStart: dateOf(-7),
    periodEnd: dateOf(6),
    type: "regular",
  });
  const ours = performance.now() - startedAt;
  if (run["employeeCount"] !== employees) throw new Error(`The run paid ${JSON.stringify(run)}`);
  const writtenAt = performance.now();
  await pool.query("CREATE TABLE bench_payslips AS SELECT * FROM gateway.payslips");
  return { ours, bare: performance.now() - writtenAt };
}
