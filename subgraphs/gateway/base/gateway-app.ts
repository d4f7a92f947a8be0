import type { EntityClass } from "@mikro-orm/core";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { LedgerSource } from "./ledger-source.ts";
import type { PaymentTaker } from "./payments/payment-taker.service.ts";
import type { TaxTableReader } from "./tax-table.ts";

/** Price-list names for operations without a price of their own. */
export interface DefaultPrices {
  Query: string;
  Mutation: string;
}

/** Default prices per app: one for queries, one for mutations. */
export const everyOperation: DefaultPrices = { Query: "gateway.query", Mutation: "gateway.mutation" };

/** Parts of a gateway app. */
export interface GatewayApp {
  features: readonly FeatureGraph[];
  entities: readonly EntityClass<object>[];
  jobs: readonly AnyJob<JobContext>[];
  /** Default prices of its operations. Omitted: operations without their own price are free. */
  prices?: DefaultPrices;
  /** Mutations whose use case charges by the work done. */
  chargedWithin?: readonly string[];
  /** Tables of the law that it calculates with. */
  taxTables?: TaxTableReader;
  /** What it has for the books of its accounts. */
  ledgerSource?: LedgerSource;
  /** Its records that are paid online. */
  paymentTaker?: PaymentTaker;
}
