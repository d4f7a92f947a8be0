/** Measures what it takes to decide about one call and to count it, in the memory of one process. */
import { countAccount } from "../router/limits/checks.ts";
import { anonymous, type Principal } from "../src/access/principal.ts";
import { LastingStore } from "../src/limits/lasting-store.ts";
import { createLog } from "../src/observability/log.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { renderTable } from "./table.ts";

/** Number of principals, used in rotation. */
const callers = 1_000;
const calls = 100_000;
/** Number of requests in each principal's minute when the measurement starts. */
const filledWith = 60;

interface Scenario {
  title: string;
  caller: Partial<Principal>;
  appId: string | null;
}

const keyLimits = { requestsPerHour: 7_500, requestsPerDay: 50_000, requestsPerMonth: 500_000 };
const scenarios: readonly Scenario[] = [
  { title: "free plan, pooled over apps (6 windows)", caller: { plan: "free" }, appId: "payroll" },
  { title: "business plan (3 windows)", caller: { plan: "business" }, appId: null },
  {
    title: "key of a business owner (7 windows)",
    caller: { kind: "apiKey", plan: "business", keyLimits },
    appId: null,
  },
  { title: "enterprise, full ceiling (3 windows)", caller: { plan: "enterprise" }, appId: null },
];

const rows: string[][] = [];
for (const { title, caller, appId } of scenarios) {
  let best = Infinity;
  let admitted = 0;
  for (let round = 0; round < settings.rounds; round++) {
    const run = await measure(caller, appId);
    best = Math.min(best, run.microseconds);
    admitted = run.admitted;
  }
  rows.push([title, best.toFixed(2), `${((admitted / calls) * 100).toFixed(0)} %`]);
}
const text = [
  "## Limits",
  "",
  `Who is counted, the decision in all windows, and counting, with the note for the record: ${callers.toLocaleString("en")} callers in turn, ` +
    `whose last minute holds up to ${filledWith} calls. One core, no network; best round.`,
  "",
  renderTable(["caller", "µs a call", "admitted"], rows),
].join("\n");
process.stdout.write(`${text}\n`);
if (settings.isWhole) await recordSection("limits", text);

async function measure(caller: Partial<Principal>, appId: string | null) {
  const store = new LastingStore({
    ledger: { record: async () => undefined, recall: async () => ({ counts: [], stamps: [] }) },
    log: createLog({ level: "silent" }),
  });
  const principals = Array.from({ length: callers }, (_, index): Principal => {
    const id = `caller-${index}`;
    return { ...anonymous, kind: "user", id, ownerId: id, ...caller };
  });
  let now = Date.UTC(2026, 5, 5, 12);
  const options = { appId, abusePerMinute: 6_000 };
  const uses = [{ access: { auth: "caller" as const }, appId: null, units: 1 }];
  const call = (principal: Principal) => {
    const { subject, checks } = countAccount(principal, uses, options);
    return store.decide({ subject, checks, now, isTestTime: false, isLasting: true });
  };
  for (let fill = 0; fill < filledWith; fill++) {
    for (const principal of principals) await call(principal);
    now += 500;
    await store.flush();
  }
  let admitted = 0;
  const start = process.hrtime.bigint();
  for (let count = 0; count < calls; count++) {
    const decision = call(principals[count % callers]!);
    if (!(decision instanceof Promise) && !decision.refusal) admitted += 1;
    if (count % callers === 0) now += 500;
  }
  const microseconds = Number(process.hrtime.bigint() - start) / 1000 / calls;
  await store.close();
  return { microseconds, admitted };
}
