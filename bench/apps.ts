/**
 * Measures what two apps promise: how many clients a second may race for the slots of a calendar, of whom one has each, and
 * how long a payroll of a thousand takes. Each beside the bare statements that any such program would need.
 */
import pg from "pg";
import { openTools, type Json, type Tools } from "./booking/call-tool.ts";
import { measureLargePayroll } from "./large-payroll.ts";
import { openRace, racers, type Race } from "./booking/race.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { pinAll } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const slotsARound = Math.max(4, Math.round(settings.seconds * 8));
const employees = 1_000;
const manyEmployees = 10_000;
const dayMs = 86_400_000;

const platform = await startBenchPlatform({ NODE_ENV: "development", RATE_LIMITS: "off" });
// The clients run on another core than the server.
pinAll(process.pid, 1);
const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 12 });
try {
  const tools = await openTools(platform, pool);
  const isWanted = (name: string) => settings.operations?.includes(name) ?? true;
  const none: Pair = { ours: NaN, bare: NaN };
  const race = isWanted("race")
    ? await measureRace(await openRace(tools, pool))
    : { ...none, cpuMicros: NaN };
  const run = isWanted("payroll") ? await measurePayroll(tools) : none;
  const many = isWanted("large-payroll")
    ? await measureLargePayroll(tools, pool, {
        count: manyEmployees,
        pid: platform.process.child.pid!,
        dateOf: daysFromMonday(),
      })
    : { milliseconds: NaN, moreBytes: NaN };
  const text = [
    "## Apps",
    "",
    `${racers} clients at once ask for one slot, ${slotsARound} slots a round, the best of ${settings.rounds}: one has it, the others are told`,
    `what is free. A payroll of ${employees} people is checked, calculated, charged and kept with all its payslips in one call.`,
    `A payroll of ${manyEmployees} has people of ten states with a deduction each; memory is what the platform takes at its most beyond before.`,
    "Everything that answers shares one core. Targets: 500 attempts a second, 10 s for each run, 400 MB more.",
    "",
    renderTable(
      ["what", "found"],
      [
        ["create_booking, attempts a second", race.ours.toFixed(0)],
        ["create_booking, process time of an attempt, µs", race.cpuMicros.toFixed(0)],
        ["baseline: one pg statement an attempt, exclusion constraint", race.bare.toFixed(0)],
        [`run_payroll of ${employees}, ms`, milliseconds(run.ours)],
        ["baseline: one pg statement that writes the same payslips, ms", milliseconds(run.bare)],
        [`run_payroll of ${manyEmployees}, ms`, milliseconds(many.milliseconds)],
        [`run_payroll of ${manyEmployees}, MB more at its most`, (many.moreBytes / 1e6).toFixed(0)],
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
async function measureRace(race: Race): Promise<Pair & { cpuMicros: number }> {
  const best = { ours: 0, bare: 0, cpuMicros: 0 };
  for (let round = -1; round < settings.rounds; round++) {
    const slots = race.nextSlots(slotsARound);
    const before = await platform.process.usage();
    const ours = await race.ours(slots);
    const after = await platform.process.usage();
    const bare = await race.bare(slots);
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

/** Days before and after the Monday of this week. */
function daysFromMonday(): (days: number) => string {
  const monday = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return (days) => new Date(monday.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** Milliseconds of the run. */
async function measurePayroll(tools: Tools): Promise<Pair> {
  const inPayroll = (tool: string, input: Json) => tools.act("payroll", tool, input);
  const dateOf = daysFromMonday();
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
