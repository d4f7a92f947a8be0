/**
 * Measures how fast credits are spent, from one account and from a hundred: through the hub's subgraph in this process,
 * and by a bare `pg` client that runs the same statements, in interleaved rounds on one embedded PostgreSQL with durable
 * commits.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { openAccounts, readBooks } from "./accounts.ts";
import { createBareConsumer } from "./bare-consume.ts";
import { measure, type Consumer, type Round } from "./measure.ts";
import { openOurConsumer } from "./our-consume.ts";
import { renderCredits, type CreditsResults } from "./render.ts";
import { scenarios, type Scenario } from "./scenarios.ts";

const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
const admin = new pg.Client({ connectionString: postgres.adminUrl });
const consumers: Consumer[] = [];
try {
  await admin.connect();
  consumers.push(
    await openOurConsumer(postgres.adminUrl, dataDir),
    createBareConsumer(postgres.adminUrl, { isPipelined: true, isAudited: true }),
    createBareConsumer(postgres.adminUrl, { isPipelined: true, isAudited: false }),
    createBareConsumer(postgres.adminUrl, { isPipelined: false, isAudited: false }),
  );
  const results: CreditsResults = new Map();
  const isWanted = ({ title }: Scenario) =>
    settings.operations?.some((name) => title.startsWith(name)) ?? true;
  for (const scenario of scenarios.filter(isWanted)) {
    results.set(scenario.title, await measureScenario(scenario));
    process.stderr.write(`measured: ${scenario.title}\n`);
  }
  const text = renderCredits(results);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("credits", text);
} finally {
  await Promise.all(consumers.map((consumer) => consumer.close()));
  await admin.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The best round of each consumer. Throws when the books do not show every answered call once. */
async function measureScenario(scenario: Scenario): Promise<Map<string, Round>> {
  const accounts = await openAccounts(admin, scenario.accountCount);
  const best = new Map<string, Round>();
  let spent = 0;
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < consumers.length; place++) {
      const consumer = consumers[(round + place) % consumers.length]!;
      const measured = await measure(consumer, { accounts, admin, ...scenario });
      spent += measured.completed;
      const earlier = best.get(consumer.name);
      if (!earlier || measured.perSecond > earlier.perSecond) best.set(consumer.name, measured);
    }
  }
  const books = await readBooks(admin, accounts);
  if (books.spent !== spent || books.entries !== spent || books.postings !== 0)
    throw new Error(`${spent} calls were answered, the books say ${JSON.stringify(books)}`);
  return best;
}
