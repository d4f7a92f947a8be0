import { hubJobs, openHub } from "../subgraphs/hub/subgraph.ts";
import { hubPorts } from "./hub-ports.ts";
import type { Part } from "./part.ts";

export const hubPart: Part = {
  jobs: hubJobs,
  open: ({ config, database, log, metrics, smtpUrl, flushAudit }) =>
    openHub({ ...database, log, ports: hubPorts(config, { smtpUrl, flushAudit, log, metrics }) }),
};
