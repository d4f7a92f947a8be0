import { parse, type ExecutionResult } from "graphql";
import { anonymous, internalPrincipal, type Principal } from "../../../src/access/principal.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { newMeter, type CallContext, type RequestContext } from "../../../src/context.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { newId } from "../../../src/ids.ts";
import { seedPropertyDemo } from "../../../subgraphs/property/demo.ts";
import { importPortfolio } from "../../../subgraphs/property/import/import-portfolio.ts";
import { openProperty } from "../../../subgraphs/property/subgraph.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";
import { dataFolder } from "../real-portfolio.ts";
import { crowdOptions, writePortfolioFolder } from "./portfolio-folder.ts";

/** The year that all test scores are of. */
export const NOW = new Date("2026-03-01T12:00:00Z");

export type Variables = Record<string, unknown>;

/** A property subgraph on a database of its own. */
export interface PropertyApp {
  subgraph: RunningSubgraph;
  database: TestDatabase;
  /** A call by `principal`; each is a call of its own. */
  call(principal: Principal, more?: Partial<CallContext>): CallContext;
  run(document: string, variables?: Variables, call?: CallContext): Promise<ExecutionResult>;
  /** The data of a document that must have no errors. */
  read<Data>(document: string, variables?: Variables, call?: CallContext): Promise<Data>;
  /** The code of the one error that a document must have. */
  refusal(document: string, variables?: Variables, call?: CallContext): Promise<string>;
  context(): RequestContext;
  close(): Promise<void>;
}

export function userNamed(id: string): Principal {
  return { ...anonymous, kind: "user", id, ownerId: id, scopes: "all" };
}

export function keyOf(ownerId: string, ...scopes: string[]): Principal {
  return { ...anonymous, kind: "apiKey", id: `key_${ownerId}`, ownerId, scopes };
}

const contents = {
  /** No buildings. */
  empty: async () => {},
  /** Sixty invented ones, some saved by the demo people. */
  synthetic: async (subgraph: RunningSubgraph) => seedPropertyDemo(contextOf(subgraph), { dataDir: null }),
  /** More than pages by number reach, with words that many of them share. */
  crowd: async (subgraph: RunningSubgraph) => {
    const { path, remove } = await writePortfolioFolder(crowdOptions);
    await importPortfolio(contextOf(subgraph), { from: path, report: () => {} });
    await remove();
  },
  /** Those of the real files: the fixture, or all of them. */
  real: async (subgraph: RunningSubgraph) => {
    await importPortfolio(contextOf(subgraph), { from: dataFolder, report: () => {} });
  },
};

/** Opens a property subgraph; files that want the same content share one template of it. */
export async function openPropertyApp(content: keyof typeof contents): Promise<PropertyApp> {
  const prepare = async (url: string) => {
    const subgraph = await openProperty({ databaseUrl: url, log: silentLog });
    await contents[content](subgraph);
    await subgraph.close();
  };
  const database = await createTestDatabase({ template: { name: `property_${content}`, prepare } });
  const subgraph = await openProperty({ databaseUrl: database.url, log: silentLog });
  const call: PropertyApp["call"] = (principal, more = {}) => ({ ...callOf(principal), ...more });
  const run: PropertyApp["run"] = async (document, variables = {}, by = call(userNamed("ann"))) =>
    await subgraph.execute({ document: parsed(document), variables, call: by });
  return {
    subgraph,
    database,
    call,
    run,
    read: async <Data>(document: string, variables?: Variables, by?: CallContext) => {
      const { data, errors } = await run(document, variables, by);
      if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
      return data as Data;
    },
    refusal: async (document, variables, by) => {
      const { errors } = await run(document, variables, by);
      if (errors?.length !== 1) throw new Error(`expected one error, got ${JSON.stringify(errors)}`);
      return String(errors[0]!.extensions["code"]);
    },
    context: () => contextOf(subgraph),
    close: async () => {
      await subgraph.close();
      await database.drop();
    },
  };
}

const documents = new Map<string, ReturnType<typeof parse>>();

/** The same text is the same document, as for stored operations, so that it is compiled once. */
function parsed(text: string): ReturnType<typeof parse> {
  const known = documents.get(text) ?? parse(text);
  documents.set(text, known);
  return known;
}

function contextOf(subgraph: RunningSubgraph): RequestContext {
  return subgraph.contextFor(callOf(internalPrincipal("test")));
}

function callOf(principal: Principal): CallContext {
  return {
    principal,
    requestId: newId("req"),
    appId: null,
    idempotencyKey: null,
    clock: fixedClock(NOW),
    log: silentLog,
    meter: newMeter(),
    publicUrl: "http://127.0.0.1",
  };
}
