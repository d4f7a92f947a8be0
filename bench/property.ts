/**
 * Measures property search, scoring in bulk and the pure score on the real portfolio, beside plain statements of `pg` for
 * the same rows on the same database. PROPERTY_DATA_DIR names the folder of the publishers' files; without it nothing is
 * measured.
 */
import pg from "pg";
import { scoreProperty } from "../subgraphs/property/green-score/green-score.ts";
import { hashInputs } from "../subgraphs/property/green-score/inputs-hash.ts";
import { loadReference } from "../subgraphs/property/green-score/reference.ts";
import type { ScoreInput } from "../subgraphs/property/properties/property.types.ts";
import { readConfig } from "../src/config/config.ts";
import { measureInTurn, runStatements, type Latency } from "./in-turn.ts";
import type { LoadJob } from "./load.types.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const targets = { searchP95Ms: 50, bulkP95Ms: 100, purePerSecond: 50_000 };
const PER_CALL = 50;

/** Names, addresses, districts, typing errors, kinds of building, a ZIP, and the widest words that there are. */
const WORDS = [
  "willis tower",
  "wrigley bilding",
  "233 s wacker drive",
  "1000 4th ave",
  "smith tower seattle",
  "41-42 queens",
  "merchandise mart",
  "hotel michigan ave",
  "office 98104",
  "60606",
  "multifamily chicago",
  "broadway",
  "new york",
  "university",
];

const searchSql = `SELECT id, name, type, subtype, street, city, state_or_province, score_overall, score_environmental,
    score_social, score_governance, score_confidence, data_completeness, count(*) OVER () AS total
  FROM properties WHERE search_norm LIKE '%' || $1 || '%' AND deleted_at IS NULL
  ORDER BY score_overall DESC, id LIMIT 20`;

const bulkSql = `SELECT id, score_overall, score_environmental, score_social, score_governance, score_confidence,
    data_completeness FROM properties WHERE id = ANY($1) AND deleted_at IS NULL`;

const { PROPERTY_DATA_DIR } = readConfig();
if (!PROPERTY_DATA_DIR) {
  process.stdout.write("Property: PROPERTY_DATA_DIR is not set; nothing is measured.\n");
  process.exit(0);
}
const platform = await startBenchPlatform({ PROPERTY_DATA_DIR });
const generator = await start("load-generator.ts", [], { core: 1 });
const pool = new pg.Pool({
  connectionString: platform.databaseUrl,
  max: settings.connections,
  options: "-c search_path=property,public",
});
try {
  const records = await readRecords();
  if (records.length < 26_000)
    throw new Error(`there are ${records.length} properties, not the real portfolio`);
  const calls = chooseIds(records);
  const job = { port: platform.port, headers: platform.headers, connections: settings.connections };
  const search: LoadJob = {
    ...job,
    method: "GET",
    path: "",
    paths: WORDS.map((q) => `/v1/properties/search?q=${encodeURIComponent(q)}`),
    bodies: [],
  };
  const bulk: LoadJob = {
    ...job,
    method: "POST",
    path: "/v1/scoring/bulk",
    bodies: calls.map((propertyIds) => JSON.stringify({ propertyIds })),
  };
  const measured = await measureInTurn({
    search: () => load(generator, { ...search, seconds: settings.seconds }),
    searchSql: () =>
      runStatements(
        pool,
        searchSql,
        WORDS.map((q) => [q]),
      ),
    bulk: () => load(generator, { ...bulk, seconds: settings.seconds }),
    bulkSql: () =>
      runStatements(
        pool,
        bulkSql,
        calls.map((ids) => [ids]),
      ),
  });
  const pure = measurePure(records);
  const text = render(measured, pure);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("property", text);
  refuseMisses(measured, pure);
} finally {
  await generator.stop();
  await pool.end();
  await platform.stop();
}

async function readRecords(): Promise<ScoreInput[]> {
  const { rows } = await pool.query<{ record: ScoreInput }>("SELECT record FROM properties ORDER BY id");
  return rows.map(({ record }) => record);
}

/** A hundred calls whose ids lie all over the portfolio. */
function chooseIds(records: readonly ScoreInput[]): string[][] {
  return Array.from({ length: 100 }, (_, call) =>
    Array.from(
      { length: PER_CALL },
      (_id, place) => records[(call * 7919 + place * 521) % records.length]!.id,
    ),
  );
}

/** Scores a second of one core, with all that a result shows; and hashes of the same inputs, which are a part of it. */
function measurePure(records: readonly ScoreInput[]): { scores: number; hashes: number } {
  const reference = loadReference();
  const perSecond = (work: (record: ScoreInput) => unknown) => {
    let best = 0;
    // The first rounds are those of code that is not compiled yet.
    for (let round = 0; round < settings.rounds + 5; round++) {
      const startedAt = performance.now();
      for (const record of records) work(record);
      best = Math.max(best, (records.length / (performance.now() - startedAt)) * 1000);
    }
    return best;
  };
  return {
    scores: perSecond((record) => scoreProperty(record, 2026, reference)),
    hashes: perSecond(hashInputs),
  };
}

function render(
  {
    search,
    searchSql: like,
    bulk,
    bulkSql: byId,
  }: Record<"search" | "searchSql" | "bulk" | "bulkSql", Latency>,
  pure: { scores: number; hashes: number },
): string {
  const rows = (
    [
      [`search: GET /v1/properties/search, ${WORDS.length} queries in turn`, search],
      ["  baseline: one pg statement, LIKE over the same rows, no ranking", like],
      [`bulk: POST /v1/scoring/bulk, ${PER_CALL} ids`, bulk],
      ["  baseline: one pg statement, scores of the same ids", byId],
    ] as const
  ).map(([title, { p50Ms, p95Ms, p99Ms, requestsPerSecond }]) => [
    title,
    ...[p50Ms, p95Ms, p99Ms].map(milliseconds),
    requestsPerSecond.toFixed(0),
  ]);
  const count = (value: number) => Math.round(value).toLocaleString("en");
  return `## Property

The 26,106 real properties, ${settings.connections} connections, REST door with a bearer token; everything that answers shares one core. Targets: search
p95 ${targets.searchP95Ms} ms, bulk p95 ${targets.bulkP95Ms} ms, ${count(targets.purePerSecond)} pure scores a second.

${renderTable(["", "p50 ms", "p95 ms", "p99 ms", "calls/s"], rows)}

The pure score, with breakdown, caveats and hash: ${count(pure.scores)} a second on one core. Baseline, the SHA-256 of the same inputs
alone: ${count(pure.hashes)} a second.
`;
}

function refuseMisses(
  { search, bulk }: Record<"search" | "bulk", Latency>,
  { scores }: { scores: number },
): void {
  if (search.p95Ms > targets.searchP95Ms) throw new Error(`search took ${search.p95Ms} ms at p95`);
  if (bulk.p95Ms > targets.bulkP95Ms) throw new Error(`scoring in bulk took ${bulk.p95Ms} ms at p95`);
  if (scores < targets.purePerSecond) throw new Error(`${scores} pure scores a second`);
}
