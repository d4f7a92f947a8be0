import type { GatewayContext } from "../base/gateway.context.ts";
import type { ReloadHub } from "./reload-hub.port.ts";

/** A request as the use cases of auto-reload see it. */
export interface ReloadContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** The hub's side of auto-reload. */
    reloads: ReloadHub;
  };
}
