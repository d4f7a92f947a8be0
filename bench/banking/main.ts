/**
 * Measures time and memory for fetching a login's whole history: by the hub, and by a bare loop that pages with
 * the SDK and inserts with raw `pg`, in interleaved rounds on one embedded PostgreSQL with durable commits.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { freePorts, pinAll, start } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { mebibytes, milliseconds, renderTable } from "../table.ts";
import { openBareSyncer, openOurSyncer, type Syncer } from "./syncers.ts";

const sizes = [10_000, 40_000];
/** Maximum time for a history of 10,000. */
const boundMs = 5_000;

interface Measured {
  ms: number;
  grownBytes: number;
}

pinAll(process.pid, 0);
const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
const [port] = (await freePorts(1)) as [number];
const provider = await start("banking/provider.ts", [String(port), dataDir], { core: 1 });
const bankUrl = `http://127.0.0.1:${port}/bank`;
const admin = new pg.Client({ connectionString: postgres.adminUrl });
const syncers: Syncer[] = [];
let logins = 0;
try {
  await admin.connect();
  syncers.push(await openOurSyncer(postgres.adminUrl, bankUrl, dataDir));
  syncers.push(await openBareSyncer(postgres.adminUrl, bankUrl));
  for (const syncer of syncers) await measure(syncer, 2_000);
  const best = new Map<string, Measured>();
  for (let round = 0; round < settings.rounds; round++) {
    for (const size of sizes) {
      for (let place = 0; place < syncers.length; place++) {
        const syncer = syncers[(round + place) % syncers.length]!;
        const measured = await measure(syncer, size);
        const earlier = best.get(`${syncer.name} ${size}`);
        const ms = Math.min(measured.ms, earlier?.ms ?? Infinity);
        const grownBytes = Math.max(measured.grownBytes, earlier?.grownBytes ?? 0);
        best.set(`${syncer.name} ${size}`, { ms, grownBytes });
      }
    }
  }
  const text = render(best);
  process.stdout.write(text);
  const ours = best.get(`${syncers[0]!.name} 10000`)!;
  if (ours.ms > boundMs) throw new Error(`10,000 transactions took ${ours.ms} ms`);
  if (settings.isWhole) await recordSection("banking", text);
} finally {
  await Promise.all(syncers.map((syncer) => syncer.close()));
  await admin.end();
  await provider.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** One history of a new login. Throws when not all of it is stored. Memory is sampled while it runs. */
async function measure(syncer: Syncer, size: number): Promise<Measured> {
  const login = await newLogin(size);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const began = performance.now();
  await syncer.sync(login);
  const ms = performance.now() - began;
  clearInterval(sampler);
  const stored = await syncer.count(login.id);
  if (stored !== size) throw new Error(`${syncer.name}: ${stored} of ${size} are stored`);
  return { ms, grownBytes: most - before };
}

async function newLogin(transactions: number) {
  const made = await post("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions"],
    stand_in: { accounts: 3, transactions },
  });
  const { access_token, item_id } = await post("/item/public_token/exchange", {
    public_token: made["public_token"],
  });
  return { id: `conn_bench${logins++}`, accessToken: String(access_token), itemId: String(item_id) };
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(bankUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "bench", secret: "bench", ...body }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

function render(best: ReadonlyMap<string, Measured>): string {
  const bare = (size: number) => best.get(`${syncers[1]!.name} ${size}`)!.ms;
  const rows = sizes.flatMap((size) =>
    syncers.map(({ name }) => {
      const { ms, grownBytes } = best.get(`${name} ${size}`)!;
      return [
        String(size),
        name,
        milliseconds(ms),
        ((size / ms) * 1_000).toFixed(0),
        (bare(size) / ms).toFixed(2),
        mebibytes(grownBytes),
      ];
    }),
  );
  const head = ["transactions", "by", "ms", "per second", "of bare", "MiB grown"];
  return `## Histories of bank logins

A new login's whole history over HTTP, in pages of 500, on durable commits. The hub stages the pages, applies them in one
transaction and tells of it; the bare loop inserts each page as it comes, within one transaction that is open over the
network. Memory is the most that the process grew by meanwhile: it does not follow the length of the history.

${renderTable(head, rows)}
`;
}
