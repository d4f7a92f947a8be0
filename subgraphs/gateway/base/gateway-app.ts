import type { EntityClass } from "@mikro-orm/core";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";

/** Names in the price list of what an operation costs that has no price of its own. */
export interface DefaultPrices {
  Query: string;
  Mutation: string;
}

/** The default prices of the apps: one for reading, one for changing. */
export const everyOperation: DefaultPrices = { Query: "gateway.query", Mutation: "gateway.mutation" };

/** What an app of the gateway consists of. */
export interface GatewayApp {
  features: readonly FeatureGraph[];
  entities: readonly EntityClass<object>[];
  jobs: readonly AnyJob<JobContext>[];
  /** What its operations cost that have no price of their own; left out, they are free. */
  prices?: DefaultPrices;
  /** Mutations that charge in the use case, by what of the work could be done. */
  chargedWithin?: readonly string[];
}
