import type { GatewayContext } from "../base/gateway.context.ts";
import type { PayoutProvider } from "./payouts/payouts.port.ts";

/** A request as the use cases of the payroll app that move money see it. */
export interface PayrollContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    payouts: PayoutProvider;
  };
}
