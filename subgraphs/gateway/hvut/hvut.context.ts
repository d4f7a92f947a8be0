import type { GatewayContext } from "../base/gateway.context.ts";
import type { EfilePort } from "./filings/efile.port.ts";

/** A request as the truck tax app's resolvers and use cases see it. */
export interface HvutContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** The e-file service of the tax authority. */
    efile: EfilePort;
  };
}
