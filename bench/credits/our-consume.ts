import { pathToFileURL } from "node:url";
import { parse } from "graphql";
import { projectPath } from "../../src/project-root.ts";
import type { Consumer } from "./measure.ts";

const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

const document = parse(
  "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { balance entryId } }",
);
const input = { appId: "central", amount: 0.01, description: "benchmark" };

/**
 * Spends 0.01 credits as a stored operation does it once the router knows the principal: the document runs on
 * the hub's compiled subgraph in this process, with access rules, validation, the audit row, and all rows that
 * the bare client writes.
 */
export async function openOurConsumer(adminUrl: string, dataDir: string): Promise<Consumer> {
  await import("reflect-metadata");
  const { readConfig } = await load<typeof import("../../src/config/config.ts")>(
    "src",
    "config",
    "config.js",
  );
  const { createLog } = await load<typeof import("../../src/observability/log.ts")>(
    "src",
    "observability",
    "log.js",
  );
  const { newMeter } = await load<typeof import("../../src/context.ts")>("src", "context.js");
  const { systemClock } = await load<typeof import("../../src/time/clock.ts")>("src", "time", "clock.js");
  const { newId } = await load<typeof import("../../src/ids.ts")>("src", "ids.js");
  const { anonymous } = await load<typeof import("../../src/access/principal.ts")>(
    "src",
    "access",
    "principal.js",
  );
  const { hubPorts } = await load<typeof import("../../platform/hub-ports.ts")>("platform", "hub-ports.js");
  const { openHub } = await load<typeof import("../../subgraphs/hub/subgraph.ts")>(
    "subgraphs",
    "hub",
    "subgraph.js",
  );
  const log = createLog({ level: "error" });
  const surroundings = {
    smtpUrl: null,
    flushAudit: async () => {},
    log,
    metrics: null,
    gateway: () => () => ({ data: {} }),
  };
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: dataDir });
  const hub = await openHub({ ports: hubPorts(config, surroundings), databaseUrl: adminUrl, log });
  return {
    name: "the hub",
    close: () => hub.close(),
    consume: async ({ ownerId }, idempotencyKey) => {
      const { errors } = await hub.execute({
        document,
        variables: { input },
        call: {
          principal: { ...anonymous, kind: "user", id: ownerId, ownerId, scopes: "all" },
          requestId: newId("req"),
          appId: null,
          idempotencyKey,
          clock: systemClock,
          log,
          meter: newMeter(),
          publicUrl: "http://hub.example",
        },
      });
      if (errors) throw errors[0]!;
    },
  };
}
