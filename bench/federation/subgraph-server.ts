/**
 * One subgraph in a process of its own, the same for every contender over HTTP: the door of the platform's subgraphs,
 * which is Apollo Server on Fastify. Who signs its calls, as our router does, has the signature checked.
 */
import fastify from "fastify";
import { pino } from "pino";
import { anonymous } from "../../src/access/principal.ts";
import { principalHeader } from "../../src/access/principal-header.ts";
import { ReplayMemory } from "../../src/access/replay-memory.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type CallContext, type RequestContext } from "../../src/context.ts";
import { readBatch } from "../../src/graphql/batch-format.ts";
import { readCall } from "../../src/graphql/call-envelope.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import { graphqlPath, mountSubgraphDoor } from "../../src/graphql/subgraph-door.ts";
import { reportToParent } from "../child.ts";
import { buildSchemaOf, internalSecret, type SubgraphName } from "./subgraphs.ts";

const [name, port] = process.argv.slice(2) as [SubgraphName, string];
const log = pino({ level: "silent" });
const trust = { secrets: [internalSecret], audience: name, replays: new ReplayMemory(), log };
const schema = buildSchemaOf(name);
const contextFor = (call: CallContext) => call as RequestContext;
const server = fastify({ keepAliveTimeout: 60_000 });
await mountSubgraphDoor(server, {
  schema,
  execute: createLocalExecutor({ schema, contextFor }),
  callOf: ({ id, headers }, body) =>
    headers[principalHeader] === undefined
      ? unsigned(id)
      : readCall(trust, headers[principalHeader], { path: graphqlPath, body }),
  readBatch: (body, signature) => readBatch(body, signature, trust),
  contextFor,
  frames: { trust, draining: { isDraining: () => false } },
  log,
});
await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();

function unsigned(requestId: string): CallContext {
  return {
    principal: anonymous,
    requestId,
    appId: null,
    idempotencyKey: null,
    clock: systemClock,
    log,
    meter: newMeter(),
    publicUrl: "http://127.0.0.1",
  };
}
