import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Clock } from "../../../src/time/clock.ts";
import { newMeter, type RequestContext } from "../../../src/context.ts";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { newId } from "../../../src/ids.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/sandbox.ts";
import type { PropertyContext } from "../../../subgraphs/property/property.context.ts";
import { createArcgisSource } from "../../../subgraphs/property/sources/arcgis.adapter.ts";
import { createCensusGeocoder } from "../../../subgraphs/property/sources/census-geocoder.adapter.ts";
import { createPortfolioManager } from "../../../subgraphs/property/sources/espm.adapter.ts";
import { createOpenFemaSource } from "../../../subgraphs/property/sources/openfema.adapter.ts";
import type { SourceCall } from "../../../subgraphs/property/sources/property-source.port.ts";
import { syntheticTables } from "../../../subgraphs/property/sources/published-tables.ts";
import { createSocrataSource } from "../../../subgraphs/property/sources/socrata.adapter.ts";
import { openRun } from "../../../subgraphs/property/sources/sync-runs.rows.ts";
import { syncSource, type SyncOptions } from "../../../subgraphs/property/sources/sync-source.service.ts";
import { openProperty } from "../../../subgraphs/property/subgraph.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";

/** A clock that the test moves. */
export class MovableClock implements Clock {
  time = Date.parse("2026-03-01T12:00:00Z");
  now(): Date {
    return new Date(this.time);
  }
  pass(ms: number): void {
    this.time += ms;
  }
}

/** The sandbox's publishers on a loopback port, with the invented tables. */
export async function startPublishers(clock: Clock): Promise<{ sandbox: Sandbox; stop(): Promise<void> }> {
  const keyDir = await mkdtemp(join(tmpdir(), "sources-test-"));
  const sandbox = await startSandbox({
    port: 0,
    audience: "test",
    log: pino({ level: "silent" }),
    clock,
    keyDir,
    opendata: { tables: () => syntheticTables(clock.now()) },
  });
  return {
    sandbox,
    stop: async () => {
      await sandbox.close();
      await rm(keyDir, { recursive: true, force: true });
    },
  };
}

/** Every adapter against the sandbox, quick to give up. */
export function sourcesAt(sandboxUrl: string, options: { pageSize?: number; isSandbox?: boolean } = {}) {
  const { pageSize, isSandbox = true } = options;
  const shared = {
    isSandbox,
    totalMs: 250,
    wait: async () => undefined,
    ...(pageSize === undefined ? {} : { pageSize }),
  };
  const at = (path: string) => ({ ...shared, baseUrl: `${sandboxUrl}/opendata/${path}` });
  const portal = (id: string, path: string, datasets: string[]) =>
    createSocrataSource({ ...at(path), id, datasets, appToken: "token-that-nobody-may-see" });
  return {
    seattle: portal("seattle-benchmarking", "seattle", ["h7rm-fz6m", "2bpz-gwpy"]),
    chicago: portal("chicago-benchmarking", "chicago", ["xq83-jr8c"]),
    newYork: portal("nyc-ll33", "nyc", ["355w-xvp2"]),
    arcgis: createArcgisSource({
      ...at("arcgis/FeatureServer/0"),
      id: "fema-nri",
      token: null,
      orderBy: "STCOFIPS",
    }),
    espm: createPortfolioManager({
      ...at("espm"),
      id: "portfolio-manager",
      user: "user",
      password: "password-that-nobody-may-see",
    }),
    openfema: createOpenFemaSource({
      ...at("openfema"),
      id: "openfema-declarations",
      entity: "DisasterDeclarationsSummaries",
    }),
    geocoder: createCensusGeocoder({ ...at("geocoder"), id: "census-geocoder" }),
  };
}

export type Sources = ReturnType<typeof sourcesAt>;

/** A call that no circuit watches. */
export function plainCall(retries = 0): SourceCall {
  return { attempt: (work) => work(), retries, now: new Date("2026-03-01T12:00:00Z") };
}

/** A property subgraph whose sources are the sandbox's, on a database and a clock of its own. */
export class SourceWorld {
  readonly clock: MovableClock;
  readonly sandbox: Sandbox;
  readonly database: TestDatabase;
  readonly subgraph: RunningSubgraph;
  readonly sources: Sources;
  readonly #stop: () => Promise<void>;

  private constructor(parts: {
    clock: MovableClock;
    sandbox: Sandbox;
    database: TestDatabase;
    subgraph: RunningSubgraph;
    sources: Sources;
    stop: () => Promise<void>;
  }) {
    this.clock = parts.clock;
    this.sandbox = parts.sandbox;
    this.database = parts.database;
    this.subgraph = parts.subgraph;
    this.sources = parts.sources;
    this.#stop = parts.stop;
  }

  static async open(options: { pageSize?: number } = {}): Promise<SourceWorld> {
    const clock = new MovableClock();
    const { sandbox, stop } = await startPublishers(clock);
    const prepare = async (url: string) => {
      await (await openProperty({ databaseUrl: url, log: silentLog })).close();
    };
    const database = await createTestDatabase({ template: { name: "property_sources", prepare } });
    const sources = sourcesAt(sandbox.url, options);
    const subgraph = await openProperty({
      databaseUrl: database.url,
      log: silentLog,
      sources: Object.values(sources),
    });
    return new SourceWorld({ clock, sandbox, database, subgraph, sources, stop });
  }

  async close(): Promise<void> {
    await this.subgraph.close();
    await this.database.drop();
    await this.#stop();
  }

  context(): PropertyContext {
    const ctx: RequestContext = this.subgraph.contextFor({
      principal: internalPrincipal("test"),
      requestId: newId("req"),
      appId: null,
      idempotencyKey: null,
      clock: this.clock,
      log: silentLog,
      meter: newMeter(),
      publicUrl: "http://127.0.0.1",
    });
    return ctx as PropertyContext;
  }

  /** A new run of a source; null when one is open. */
  async newRun(sourceId: string, mode: "incremental" | "full" = "full"): Promise<string | null> {
    return openRun(this.context().em, { sourceId, kind: "test", mode, now: this.clock.now() });
  }

  /** Reads a source from its first page to the end. */
  async sync(
    sourceId: string,
    mode: "incremental" | "full" = "full",
    options: Partial<SyncOptions> = {},
  ): Promise<string> {
    const runId = options.runId ?? (await this.newRun(sourceId, mode));
    if (runId === null) throw new Error(`a run of ${sourceId} is open`);
    return syncSource(this.context(), { mayTryAgain: false, ...options, sourceId, runId });
  }

  async lastRun(sourceId: string): Promise<Record<string, unknown>> {
    const [run] = await this.database.query(
      `SELECT status, reason, read_count AS read, inserted_count AS inserted, updated_count AS updated,
         unchanged_count AS unchanged, removed_count AS removed, rejected_count AS rejected, page_count AS pages
       FROM property.import_runs WHERE source_id = '${sourceId}' ORDER BY started_at DESC, id DESC LIMIT 1`,
    );
    return run!;
  }

  /** Sets a fault of the publishers. */
  async fault(fault: Record<string, unknown>): Promise<void> {
    await this.#send("POST", "/control/opendata", fault);
  }

  async heal(): Promise<void> {
    await this.#send("DELETE", "/control/opendata");
  }

  /** Changes what the publishers offer. */
  async publish(change: Record<string, unknown>): Promise<void> {
    await this.#send("POST", "/opendata/rows", change);
  }

  async #send(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${this.sandbox.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
}

/** For imports whose progress is not reported. */
export const silentReport = (): void => undefined;
