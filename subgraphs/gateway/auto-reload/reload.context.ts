import type { GatewayContext } from "../base/gateway.context.ts";
import type { ReloadHub } from "./reload-hub.port.ts";

/** Request context of the auto-reload use cases. */
export interface ReloadContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** Port to the hub. */
    reloads: ReloadHub;
  };
}
