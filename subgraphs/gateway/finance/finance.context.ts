import type { AccountFiles } from "../base/account-files.port.ts";
import type { GatewayContext } from "../base/gateway.context.ts";
import type { ReferenceRatesPort } from "./exchange-rates/reference-rates.port.ts";
import type { BankConnectionsPort } from "./imports/bank-connections.port.ts";
import type { SecurityPricesPort } from "./market-prices/security-prices.port.ts";
import type { BankFeedPort } from "./imports/bank-feed.port.ts";
import type { StateIncomeTaxPort } from "./taxes/state-income-tax.port.ts";

/** A request as the finance app's resolvers and use cases see it. */
export interface FinanceContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** Files that the account uploaded. */
    accountFiles: AccountFiles;
    /** The transactions of the bank accounts that the hub is connected to. */
    bankFeed: BankFeedPort;
    /** Bank connections of the hub. */
    bankConnections: BankConnectionsPort;
    /** Reference exchange rates of the euro. */
    referenceRates: ReferenceRatesPort;
    /** Daily prices of securities. */
    securityPrices: SecurityPricesPort;
    /** Income tax of states. */
    stateIncomeTax: StateIncomeTaxPort;
  };
}
