import { parse, print } from "graphql";
import { createCompiledExecutor, type ExecutorOptions } from "../../../router/execution/executor.ts";
import type { GraphExecutor } from "../../../router/execution/graph-executor.ts";
import { isIncremental } from "../../../router/execution/incremental/incremental.types.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { federation2 } from "../../federation/suite/suite.types.ts";
import type { Payload } from "./merge-parts.ts";

/** Users in one subgraph, their names in a second one and their slow reports in a third. */
export const supergraphSdl = composeSupergraph(
  Object.entries({
    users: `
      type Query { me: User users: [User] rates: [Int!] }
      type Mutation { rename: User later: Int }
      type User @key(fields: "id") { id: ID! age: Int friend: User }`,
    names: `type User @key(fields: "id") { id: ID! name: String nick: String! boss: User }`,
    reports: `
      type Query { total: Int }
      type User @key(fields: "id") { id: ID! report: Report points: Int! }
      type Report { title: String rows: Int! }`,
  }).map(([name, sdl]) => ({ name, url: `http://127.0.0.1:1/${name}`, sdl: `${federation2}${sdl}` })),
);

type Answer = Record<string, unknown>;

const user = (id: string, fields: Answer = {}) => ({ __typename: "User", id, age: 40, ...fields });

/** What each subgraph answers: roots by field, entities by id. */
export interface GatedData {
  users?: Answer;
  names?: Record<string, Answer | null>;
  reports?: Record<string, Answer | null>;
}

const plain: Required<GatedData> = {
  users: {
    me: user("1", { friend: user("2") }),
    users: [user("1"), user("2")],
    rates: [1, 2],
    rename: user("1"),
    later: 3,
  },
  names: {
    1: { name: "Ann", nick: "A", boss: { __typename: "User", id: "2" } },
    2: { name: "Bob", nick: "B" },
  },
  reports: {
    total: { total: 7 },
    1: { report: { title: "First", rows: 1 }, points: 10 },
    2: { report: { title: "Second", rows: 2 }, points: 20 },
  },
};

/** A request that a subgraph has received, and holds until it is let go. */
export interface HeldFetch {
  subgraph: string;
  query: string;
  release(): void;
  fail(error: Error): void;
}

/** The graph with subgraphs that answer when the test says so. */
export class GatedGraph {
  /** Requests so far, as `subgraph query`. */
  readonly asked: string[] = [];
  readonly #held: HeldFetch[] = [];
  #arrived: (() => void) | null = null;
  readonly #data: Required<GatedData>;
  readonly #holds: ReadonlySet<string>;
  readonly call = toyCall();

  /** `holds`: names of the subgraphs whose requests are held. */
  constructor(options: { data?: GatedData; holds?: readonly string[] } = {}) {
    this.#data = { ...plain, ...options.data };
    this.#holds = new Set(options.holds);
  }

  async ask(query: string, options: { variables?: Answer; deadlineMs?: number; signal?: AbortSignal } = {}) {
    const { variables = {}, deadlineMs, signal } = options;
    const executor = await this.open(deadlineMs === undefined ? {} : { deadlineMs });
    const call = { ...this.call, ...(signal && { signal }) };
    return executor.executeInParts!({ document: parse(query), variables, call });
  }

  /** The executor of the graph. */
  open(options: ExecutorOptions = {}): Promise<GraphExecutor> {
    const subgraphs = new Map(["users", "names", "reports"].map((name) => [name, this.#subgraph(name)]));
    return createCompiledExecutor(supergraphSdl, subgraphs, new Map(), options);
  }

  /** The next request that is held. */
  async held(): Promise<HeldFetch> {
    while (this.#held.length === 0) await new Promise<void>((done) => void (this.#arrived = done));
    return this.#held.shift()!;
  }

  #subgraph(name: string): SubgraphExecutor {
    return async ({ document, variables }) => {
      const query = print(document).replaceAll(/\s+/g, " ");
      this.asked.push(`${name} ${query}`);
      if (this.#holds.has(name)) await this.#hold(name, query);
      return {
        data: this.#answer(name, document, variables["representations"] as { id: string }[] | undefined),
      };
    };
  }

  #hold(subgraph: string, query: string): Promise<void> {
    return new Promise((release, fail) => {
      this.#held.push({ subgraph, query, release, fail });
      this.#arrived?.();
    });
  }

  #answer(name: string, document: Parameters<typeof print>[0], representations?: { id: string }[]): Answer {
    const data = this.#data[name as keyof GatedData] as Record<string, Answer | null>;
    if (representations) return { _entities: representations.map(({ id }) => structuredClone(data[id])) };
    const query = print(document);
    const roots = name === "reports" ? data["total"]! : (data as Answer);
    return structuredClone(
      Object.fromEntries(Object.entries(roots).filter(([key]) => new RegExp(`\\b${key}\\b`).test(query))),
    );
  }
}

/** All payloads of a response, as JSON. */
export async function payloadsOf(result: Awaited<ReturnType<GatedGraph["ask"]>>): Promise<Payload[]> {
  const payloads: unknown[] = [];
  if (!isIncremental(result)) payloads.push(result);
  else {
    payloads.push(result.initial);
    for await (const payload of result.later) payloads.push(payload);
  }
  return JSON.parse(JSON.stringify(payloads)) as Payload[];
}
