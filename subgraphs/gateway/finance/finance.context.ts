import type { GatewayContext } from "../base/gateway.context.ts";
import type { BankFeedPort } from "./imports/bank-feed.port.ts";

/** A request as the finance app's resolvers and use cases see it. */
export interface FinanceContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** The transactions of the bank accounts that the hub is connected to. */
    bankFeed: BankFeedPort;
  };
}
