/**
 * Our executor behind our GraphQL door, on Fastify: with the subgraphs in this process, or over HTTP. The third form is
 * the library's executor behind the same door.
 */
import { nothingCached } from "../../router/schema/cache-facts.ts";
import fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { noLimits } from "../../router/limits/limits.ts";
import { mountGraphQL } from "../../router/graphql/mount-graphql.ts";
import type { CallFactory } from "../../router/http/call.ts";
import type { SupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { anonymous } from "../../src/access/principal.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type RequestContext } from "../../src/context.ts";
import { createLocalExecutor, type SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { reportToParent } from "../child.ts";
import { buildSchemaOf, compose, internalSecret, subgraphNames, type SubgraphName } from "./subgraphs.ts";

type Kind = "ours-in-process" | "ours-http" | "library-in-process";

const [kind, port, urlsJson] = process.argv.slice(2) as [Kind, string, string];
const urls = JSON.parse(urlsJson) as Record<SubgraphName, string>;
// A round has no errors; if the measured code is broken, the log says why.
const log = pino({ level: "error" });

const subgraphs = new Map<string, SubgraphExecutor>(
  subgraphNames.map((name) => [
    name,
    kind === "ours-http"
      ? createRemoteExecutor({ name, url: urls[name], secret: internalSecret })
      : createLocalExecutor({ schema: buildSchemaOf(name), contextFor: (call) => call as RequestContext }),
  ]),
);
const createExecutor = kind === "library-in-process" ? createLibraryExecutor : createCompiledExecutor;
const executor = await createExecutor(compose(urls), subgraphs);

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
mountGraphQL(server, { executor, facts, makeCall, isOpenToExploring: false, ...nobody });
await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();
