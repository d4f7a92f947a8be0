/** Consumes credits, says so, and never comes to commit it. */
import "reflect-metadata";
import { anonymous } from "../../../src/access/principal.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { newMeter } from "../../../src/context.ts";
import { createLog } from "../../../src/observability/log.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { openHub } from "../../../subgraphs/hub/subgraph.ts";
import { createHubPorts } from "../support/hub-ports.ts";

const [databaseUrl, ownerId] = process.argv.slice(2) as [string, string];
const log = createLog({ level: "silent" });
const hub = await openHub({ ports: createHubPorts(), databaseUrl, log });
const ctx = hub.contextFor({
  principal: { ...anonymous, kind: "user", id: ownerId, ownerId, scopes: "all" },
  requestId: "crash",
  appId: null,
  idempotencyKey: "crash",
  clock: systemClock,
  log,
  meter: newMeter(),
  publicUrl: "http://hub.example",
}) as HubContext;
const beforeCommit = async () => {
  process.stdout.write("effect\n");
  await new Promise(() => setInterval(() => {}, 1000));
};
await consumeCredits({ ...ctx, beforeCommit }, { appId: "central", amount: 100, description: "x" });
