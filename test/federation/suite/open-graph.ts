import { nothingCached } from "../../../router/schema/cache-facts.ts";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { composeServices, compositionHasErrors } from "@theguild/federation-composition";
import fastify from "fastify";
import {
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  type ExecutionResult,
  type GraphQLSchema,
} from "graphql";
import { createCompiledExecutor, type ExecutorOptions } from "../../../router/execution/executor.ts";
import type { GraphExecutor } from "../../../router/execution/graph-executor.ts";
import type { IncrementalResult } from "../../../router/execution/incremental/incremental.types.ts";
import { mountGraphQL } from "../../../router/graphql/mount-graphql.ts";
import { noLimits } from "../../../router/limits/limits.ts";
import { anonymous } from "../../../src/access/principal.ts";
import { createRemoteExecutor } from "../../../src/graphql/remote-executor.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { toyCall } from "../toy-graph.ts";
import { askOracle, buildOracle } from "./oracle.ts";
import { SuiteSubgraph, type SuiteRun } from "./suite-subgraph.ts";
import type { Arguments, SuiteCase, SuiteGraph } from "./suite.types.ts";

/** A graph that can be asked: in process, over HTTP from client to subgraphs, or its oracle. */
export interface OpenGraph {
  publicSchema: GraphQLSchema;
  supergraphSdl: string;
  /** Interfaces that some subgraph knows as an object. */
  interfaceObjects: ReadonlySet<string>;
  /** Schemas of the subgraphs by name. */
  subgraphSchemas: ReadonlyMap<string, GraphQLSchema>;
  askOracle(asked: SuiteCase): ExecutionResult;
  askInProcess(asked: SuiteCase): Promise<ExecutionResult>;
  /** As `askInProcess`, in parts where the operation has an active `@defer`. */
  askInParts(asked: SuiteCase): Promise<ExecutionResult | IncrementalResult>;
  askOverHttp(asked: SuiteCase): Promise<ExecutionResult>;
  /** The response over HTTP to a client that accepts these media types. */
  post(asked: SuiteCase, accept: string): Promise<Response>;
  close(): Promise<void>;
}

/** Makes the executor under test. */
export type CreateExecutor = (
  supergraphSdl: string,
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  subscribers?: undefined,
  options?: ExecutorOptions,
) => Promise<GraphExecutor>;

/** Composes a graph and opens it. */
export async function openGraph(
  graph: SuiteGraph,
  create: CreateExecutor = createCompiledExecutor,
): Promise<OpenGraph> {
  const composed = composeServices(
    Object.entries(graph.subgraphs).map(([name, sdl]) => ({
      name,
      url: `http://127.0.0.1:1/${name}`,
      typeDefs: parse(sdl),
    })),
  );
  if (compositionHasErrors(composed))
    throw new Error(composed.errors.map(({ message }) => message).join("\n"));
  const { supergraphSdl } = composed;
  const publicSchema = buildOracle(composed.publicSdl);
  const members = membersOf(buildOracle(supergraphSdl));
  const subgraphs = new Map(
    Object.keys(graph.subgraphs).map((name) => [name, new SuiteSubgraph(name, graph)]),
  );
  const state: { run: SuiteRun | null } = { run: null };
  const begin = (asked: SuiteCase) => {
    state.run = { world: graph.world(), asked, members };
  };
  const locals = new Map([...subgraphs].map(([name, one]) => [name, runLocally(one, state)]));
  const [general, generated] = await Promise.all(
    [Infinity, 1].map((generatingUse) => create(supergraphSdl, locals, undefined, { generatingUse })),
  );
  const ask = async (executor: GraphExecutor, asked: SuiteCase): Promise<ExecutionResult> => {
    begin(asked);
    const document = parse(asked.query);
    return executor.execute({ document, variables: asked.variables ?? {}, call: toyCall() });
  };
  let served: Promise<Served> | null = null;
  const post = async (asked: SuiteCase, accept: string) => {
    begin(asked);
    served ??= serve(subgraphs, state, supergraphSdl, create);
    const body = JSON.stringify({ query: asked.query, variables: asked.variables ?? {} });
    const headers = { "content-type": "application/json", accept };
    return fetch(`${(await served).url}/graphql`, { method: "POST", headers, body });
  };
  return {
    publicSchema,
    supergraphSdl,
    interfaceObjects: new Set(
      [...members.keys()].filter((name) =>
        [...subgraphs.values()].some(({ schema }) => isObjectType(schema.getType(name))),
      ),
    ),
    subgraphSchemas: new Map([...subgraphs].map(([name, { schema }]) => [name.toLowerCase(), schema])),
    askOracle: (asked) => askOracle(publicSchema, graph, asked),
    askInProcess: async (asked) => {
      const [answer, other] = [await ask(general!, asked), await ask(generated!, asked)];
      // Generated code answers byte for byte as the general executor.
      if (JSON.stringify(other) !== JSON.stringify(answer))
        throw new Error(
          `Generated code answers ${JSON.stringify(other)} instead of ${JSON.stringify(answer)}`,
        );
      return answer;
    },
    askInParts: async (asked) => {
      begin(asked);
      const document = parse(asked.query);
      return general!.executeInParts!({ document, variables: asked.variables ?? {}, call: toyCall() });
    },
    askOverHttp: async (asked) => {
      const response = await post(asked, "application/json");
      return (await response.json()) as ExecutionResult;
    },
    post,
    close: async () => (await served)?.close(),
  };
}

type State = { readonly run: SuiteRun | null };

function runLocally(subgraph: SuiteSubgraph, state: State): SubgraphExecutor {
  return async ({ document, variables }) => subgraph.execute(document, variables, state.run!);
}

interface Served {
  url: string;
  close(): Promise<void>;
}

/** Serves every subgraph on a port of its own, and the router's GraphQL door before them. */
async function serve(
  subgraphs: ReadonlyMap<string, SuiteSubgraph>,
  state: State,
  supergraphSdl: string,
  create: CreateExecutor,
): Promise<Served> {
  const servers: Server[] = [];
  const remotes = new Map<string, SubgraphExecutor>();
  for (const [name, subgraph] of subgraphs) {
    const server = createServer(
      (request, response) => void answerSubgraph(request, response, subgraph, state),
    );
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    remotes.set(name, createRemoteExecutor({ name, url, secret: "secret-of-the-suite-of-supergraphs" }));
  }
  const door = fastify();
  mountGraphQL(door, {
    executor: await create(supergraphSdl, remotes),
    facts: {
      keys: new Map(),
      ownerOf: () => null,
      accessOf: () => null,
      caching: nothingCached,
      constraintOf: () => ({}),
      subgraphs: [],
    },
    makeCall: async () => toyCall(),
    identify: async () => anonymous,
    limits: noLimits,
    allowedOrigins: async () => [],
    isOpenToExploring: true,
  });
  const url = await door.listen({ host: "127.0.0.1", port: 0 });
  const close = async () => {
    await door.close();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { url, close };
}

async function answerSubgraph(
  request: IncomingMessage,
  response: ServerResponse,
  subgraph: SuiteSubgraph,
  { run }: State,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.url !== "/graphql") return void response.writeHead(404).end("{}");
  const { query, variables } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
    query: string;
    variables: Arguments;
  };
  try {
    const result = subgraph.execute(parse(query), variables, run!);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  } catch {
    response.writeHead(500, { "content-type": "text/plain" }).end("failed");
  }
}

function membersOf(schema: GraphQLSchema): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type) && !isUnionType(type)) continue;
    found.set(type.name, new Set(schema.getPossibleTypes(type).map(({ name }) => name)));
  }
  return found;
}
