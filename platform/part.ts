import type { Logger } from "pino";
import type { ResolveCaller } from "../router/calls/identify.ts";
import type { Config } from "../src/config/config.ts";
import type { DatabaseSettings, RunningSubgraph } from "../src/graphql/open-subgraph.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import type { AnyJob } from "../src/jobs/define-job.ts";
import type { OwnData } from "../src/own-data/own-data.ts";
import type { Metrics } from "../src/observability/metrics.ts";

/** Options for opening a subgraph in a process. */
export interface PartOptions {
  config: Config;
  database: DatabaseSettings;
  log: Logger;
  metrics: Metrics | null;
  smtpUrl: string | null;
  /** The hub, here or where HUB_URL says it is. */
  hub(): SubgraphExecutor;
  /** The gateway, here or where GATEWAY_URL says it is. */
  gateway(): SubgraphExecutor;
  /** Sends what the audit trail does not have yet. */
  flushAudit(): Promise<void>;
}

/** One subgraph as a process takes it in: its code is loaded only where it is opened. */
export interface Part {
  jobs: readonly AnyJob[];
  ownData: OwnData;
  open(options: PartOptions): Promise<RunningSubgraph>;
  /** Resolves credentials in the opened subgraph without the graph around it; the hub's only. */
  resolveCaller?(subgraph: RunningSubgraph): ResolveCaller;
}
