import type { CallerRow } from "../router/calls/identify.ts";
import type { HubContext } from "../subgraphs/hub/hub.context.ts";
import { hubOwnData } from "../subgraphs/hub/own-data.ts";
import { resolvePrincipal } from "../subgraphs/hub/identity/principal.service.ts";
import { hubJobs, openHub } from "../subgraphs/hub/subgraph.ts";
import { hubPorts } from "./hub-ports.ts";
import type { Part } from "./part.ts";

export const hubPart: Part = {
  jobs: hubJobs,
  ownData: hubOwnData,
  open: ({ config, database, log, metrics, smtpUrl, flushAudit, gateway }) =>
    openHub({ ...database, log, ports: hubPorts(config, { smtpUrl, flushAudit, gateway, log, metrics }) }),
  resolveCaller: (hub) => async (input, call) =>
    (await resolvePrincipal(hub.contextFor(call) as HubContext, input)) as CallerRow,
};
