/**
 * Our executor behind our GraphQL door, on Fastify: with the subgraphs in this process, over HTTP, or in frames on one
 * connection each. The last form is the library's executor behind the same door.
 */
import { nothingCached } from "../../router/schema/cache-facts.ts";
import fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import type { GraphExecutor } from "../../router/execution/graph-executor.ts";
import { noLimits } from "../../router/limits/limits.ts";
import { mountGraphQL } from "../../router/graphql/mount-graphql.ts";
import { answerDirectly } from "../../router/http/answer-directly.ts";
import type { CallFactory } from "../../router/http/call.ts";
import type { SupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { anonymous } from "../../src/access/principal.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type RequestContext } from "../../src/context.ts";
import { createLocalExecutor, type SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { reportToParent } from "../child.ts";
import { buildSchemaOf, compose, internalSecret, subgraphNames, type SubgraphName } from "./subgraphs.ts";

type Kind = "ours-in-process" | "ours-http" | "ours-frames" | "library-in-process";

const [kind, port, urlsJson] = process.argv.slice(2) as [Kind, string, string];
const urls = JSON.parse(urlsJson) as Record<SubgraphName, string>;
// A round has no errors; if the measured code is broken, the log says why.
const log = pino({ level: "error" });

const subgraphs = new Map<string, SubgraphExecutor>();
for (const name of subgraphNames) subgraphs.set(name, await openSubgraph(name));
const executor = await openExecutor();

/** Each form loads what it measures and no more: other modules change how V8 compiles Node's own code. */
async function openSubgraph(name: SubgraphName): Promise<SubgraphExecutor> {
  if (kind !== "ours-http" && kind !== "ours-frames")
    return createLocalExecutor({ schema: buildSchemaOf(name), contextFor: (call) => call as RequestContext });
  const { createRemoteExecutor } = await import("../../src/graphql/remote-executor.ts");
  return createRemoteExecutor({
    name,
    url: urls[name],
    secret: internalSecret,
    hasFrames: kind === "ours-frames",
  });
}

async function openExecutor(): Promise<GraphExecutor> {
  if (kind !== "library-in-process") return createCompiledExecutor(compose(urls), subgraphs);
  const { createLibraryExecutor } = await import("../../router/execution/library-executor.ts");
  return createLibraryExecutor(compose(urls), subgraphs);
}

const facts: SupergraphFacts = {
  keys: new Map(),
  ownerOf: () => null,
  accessOf: () => null,
  caching: nothingCached,
  constraintOf: () => ({}),
  subgraphs: subgraphNames,
};
const publicUrl = `http://127.0.0.1:${port}`;
/** No credentials: their cost is measured on the real routes. */
const makeCall: CallFactory = (request) => ({
  principal: anonymous,
  requestId: request.id,
  appId: null,
  idempotencyKey: null,
  clock: systemClock,
  log,
  meter: newMeter(),
  publicUrl,
});
// Like the hand-written server: the cost of a logger is measured on the real routes.
const server: FastifyInstance = fastify({ keepAliveTimeout: 60_000 });
const nobody = { identify: async () => anonymous, allowedOrigins: async () => [], limits: noLimits };
let requests = 0;
const direct = {
  log,
  headers: {},
  requestId: () => `req-${(requests += 1)}`,
  addressOf: () => "127.0.0.1",
  isDraining: () => false,
};
const route = mountGraphQL(server, { executor, facts, makeCall, isOpenToExploring: false, ...nobody });
answerDirectly(server, [route], direct);
await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();
