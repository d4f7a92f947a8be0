import type { GatewayApp } from "../base/gateway-app.ts";
import { autoReloadFeature } from "./auto-reload.feature.ts";
import { autoReloadJob, sweepReloadsJob, syncReloadEndpointJob } from "./reload.jobs.ts";

/** Auto-reload: buys credits when an account runs low. */
export const autoReloadApp: GatewayApp = {
  features: [autoReloadFeature],
  entities: [],
  jobs: [autoReloadJob, sweepReloadsJob, syncReloadEndpointJob],
};
