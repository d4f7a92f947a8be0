/**
 * Opens and runs more documents than the caches can store, each three times, so that all of them are planned
 * and compiled, and prints the remaining memory. Run with --expose-gc.
 */
import { nothingCached } from "../../router/schema/cache-facts.ts";
import { buildSchema } from "graphql";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { openOperation, type AdmissionOptions } from "../../router/graphql/admit-operation.ts";
import { PlanningQueue } from "../../router/graphql/planning-queue.ts";
import { DocumentCache } from "../../router/graphql/document-cache.ts";
import { anonymous } from "../../src/access/principal.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type CallContext, type RequestContext } from "../../src/context.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import { silentLog } from "../support/silent-log.ts";

const [count, maxEntries] = process.argv.slice(2).map(Number) as [number, number];
const sdl = `type Query { leaves(first: Int, name: String): [Leaf!]! } type Leaf { id: ID! a: Int b: Int c: Int }`;
const schema = buildSchema(sdl);
schema.getQueryType()!.getFields()["leaves"]!.resolve = () => [{ id: "l1", a: 1, b: 2, c: 3 }];
const leaves = createLocalExecutor({ schema, contextFor: (call) => call as RequestContext });
const executor = await createCompiledExecutor(
  composeSupergraph([{ name: "leaves", url: "http://127.0.0.1:1", sdl }]),
  new Map([["leaves", leaves]]),
);
const documents = new DocumentCache(executor.publicSchema, { maxEntries });
const admission: AdmissionOptions = {
  executor,
  facts: {
    keys: new Map(),
    ownerOf: () => null,
    accessOf: () => null,
    caching: nothingCached,
    constraintOf: () => ({}),
    subgraphs: ["leaves"],
  },
  documents,
  cold: new PlanningQueue({ share: 1 }),
  trusted: null,
  isOpenToExploring: true,
};
const call: CallContext = {
  principal: anonymous,
  requestId: "req_many",
  appId: null,
  idempotencyKey: null,
  clock: systemClock,
  log: silentLog,
  meter: newMeter(),
  publicUrl: "http://127.0.0.1",
};

let freed = 0;
const graves = new FinalizationRegistry(() => (freed += 1));

async function ask(query: string, register: boolean): Promise<void> {
  const variables = { name: "x" };
  const { document } = await openOperation({ query, variables }, admission, { key: "one" });
  if (register) graves.register(document, null);
  const { data } = await executor.execute({ document, variables, call });
  if (!data?.["leaves"]) throw new Error("a document was not answered");
}

async function collect(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc!();
  }
  return process.memoryUsage().heapUsed;
}

const fields = Array.from({ length: 12 }, (_, index) => `f${index}: ${"abc"[index % 3]}`).join(" ");
let heapWhenFull = 0;
for (let index = 0; index < count; index += 1) {
  const query = `query Q${index}($name: String) { leaves(first: ${index}, name: $name) { id ${fields} } }`;
  for (let use = 0; use < 3; use += 1) await ask(query, use === 0);
  // An entry of refusals too.
  await ask(`{ leaves { x${index} } }`, false).catch(() => undefined);
  if (index === 2 * maxEntries) heapWhenFull = await collect();
}
const heapAtEnd = await collect();
process.stdout.write(
  JSON.stringify({ freed, heapWhenFull, heapAtEnd, kept: documents.size, estimated: documents.bytes }),
);
