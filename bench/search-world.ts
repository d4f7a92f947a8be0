/** A property subgraph on a database of its own with invented properties, for `search-scale.ts`. */
import { pathToFileURL } from "node:url";
import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import { projectPath } from "../src/project-root.ts";
import type { PropertyContext } from "../subgraphs/property/property.context.ts";
import type { SearchEntry } from "../subgraphs/property/search/index-properties.rows.ts";
import type { PropertyFilterArgs } from "../subgraphs/property/search/search.types.ts";

/** Decorators need the built files. */
const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

await import("reflect-metadata");
const feature = ["subgraphs", "property", "search"];
const { internalPrincipal } = await load<typeof import("../src/access/principal.ts")>(
  "src",
  "access",
  "principal.js",
);
const { fixedClock } = await load<typeof import("../src/time/clock.ts")>("src", "time", "clock.js");
const { newMeter } = await load<typeof import("../src/context.ts")>("src", "context.js");
const { asSystem } = await load<typeof import("../src/db/transaction.ts")>("src", "db", "transaction.js");
const { createLog } = await load<typeof import("../src/observability/log.ts")>(
  "src",
  "observability",
  "log.js",
);
const { indexProperties } = await load<
  typeof import("../subgraphs/property/search/index-properties.rows.ts")
>(...feature, "index-properties.rows.js");
const { findProperties } = await load<typeof import("../subgraphs/property/search/search.service.ts")>(
  ...feature,
  "search.service.js",
);
const { selectProperties } = await load<
  typeof import("../subgraphs/property/search/select-properties.service.ts")
>(...feature, "select-properties.service.js");
const { openProperty } = await load<typeof import("../subgraphs/property/subgraph.ts")>(
  "subgraphs",
  "property",
  "subgraph.js",
);

export interface OpenSearch {
  loadSeconds: number;
  /** Searches past the cache of results, and answers how many there are. */
  search(args: Partial<PropertyFilterArgs>): Promise<number>;
  /** The plans of the statements that find the matching properties, run with the same parameters. */
  explain(args: Partial<PropertyFilterArgs>): Promise<string[]>;
  close(): Promise<void>;
}

export async function openSearch(
  adminUrl: string,
  database: string,
  batches: Iterable<readonly SearchEntry[]>,
): Promise<OpenSearch> {
  const url = await createDatabase(adminUrl, database);
  const log = createLog({ level: "silent" });
  const subgraph = await openProperty({ databaseUrl: url, log });
  const owner = new pg.Client({ connectionString: url, options: "-c search_path=property,public" });
  await owner.connect();
  const newContext = () =>
    subgraph.contextFor({
      principal: internalPrincipal("bench"),
      requestId: "bench",
      appId: null,
      idempotencyKey: null,
      clock: fixedClock(new Date("2026-03-01T00:00:00Z")),
      log,
      meter: newMeter(),
      publicUrl: "http://127.0.0.1",
    }) as PropertyContext;
  await loadProperties(owner, newContext().em, batches);
  let calls = 0;
  return {
    loadSeconds: 0,
    search: async (args) => {
      const passesAll = { minCompleteness: -++calls };
      return (await findProperties(newContext(), { page: 1, pageSize: 20, ...args, ...passesAll })).total;
    },
    explain: async (args) => {
      const ctx = newContext();
      const snapshot = await ctx.ports.snapshots.current(ctx.em);
      const statements: Statement[] = [];
      await selectProperties(recording(ctx.em, statements), snapshot, args);
      const plans: string[] = [];
      for (const { sql, parameters } of statements) plans.push(await explain(owner, sql, parameters));
      return plans;
    },
    close: async () => {
      await owner.end();
      await subgraph.close();
    },
  };
}

async function createDatabase(adminUrl: string, database: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Into the table of properties, with the search rows that an import writes; the indexes are built at the end. */
async function loadProperties(
  owner: pg.Client,
  em: EntityManager,
  batches: Iterable<readonly SearchEntry[]>,
): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE indexname = 'properties_search_norm' OR (tablename = 'property_search' AND indexname <> 'property_search_pkey')`,
  );
  for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`);
  for (const batch of batches) {
    await owner.query(insertSql, [JSON.stringify(batch)]);
    await asSystem(em, (own) => indexProperties(own, batch));
  }
  await owner.query("SET maintenance_work_mem = '256MB'");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query("UPDATE data_version SET version = version + 1");
  await owner.query("VACUUM ANALYZE property_search, properties, search_words");
}

const insertSql = `INSERT INTO properties (id, name, type, subtype, street, city, state_or_province, postal_code, latitude,
    longitude, year_built, gross_floor_area, sources, search_norm, score_overall, score_environmental, score_social,
    score_governance, score_confidence, data_completeness, completeness, method_version, reference_version, as_of_year, record,
    provenance, retrieved_at, content_hash, synthetic, updated_at)
  SELECT id, name, type, subtype, street, city, "stateOrProvince", "postalCode", latitude, longitude, "yearBuilt",
    "grossFloorArea", '{synthetic}', '', overall, overall, overall, overall, confidence, completeness, '{}', 'bench', 'bench', 2026,
    '{"country": "US"}', '[]', now(), '', true, now()
  FROM json_to_recordset($1::json) AS r(id text, name text, type text, subtype text, street text, city text,
    "stateOrProvince" text, "postalCode" text, latitude float8, longitude float8, "yearBuilt" integer, "grossFloorArea" float8,
    overall float8, confidence float8, completeness float8)`;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The entity manager of one call, noting from now on every statement that is planned for its parameters. */
function recording(em: EntityManager, into: Statement[]): EntityManager {
  const kysely = em.getKysely();
  const executeQuery = (statement: Parameters<typeof kysely.executeQuery>[0]) => {
    into.push(statement as Statement);
    return kysely.executeQuery(statement);
  };
  return Object.assign(em, { getKysely: () => ({ executeQuery }) });
}

async function explain(owner: pg.Client, sql: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await owner.query<{ "QUERY PLAN": string }>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${sql}`,
    [...parameters],
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
