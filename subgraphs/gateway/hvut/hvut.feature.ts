import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { HvutCalculationResolver } from "./tax/calculation.resolver.ts";
import { ClaimsResolver } from "./claims/claims.resolver.ts";
import { FilersResolver } from "./filers/filers.resolver.ts";
import { FilingsResolver } from "./filings/filings.resolver.ts";
import { hvutRules } from "./hvut.rules.ts";
import { IrsPaymentsResolver } from "./payments/irs-payments.resolver.ts";
import { SchedulesResolver } from "./schedules/schedule.resolver.ts";
import { VehiclesResolver } from "./vehicles/vehicles.resolver.ts";

export const hvutFeature: FeatureGraph = {
  resolvers: [
    HvutCalculationResolver,
    FilersResolver,
    VehiclesResolver,
    FilingsResolver,
    IrsPaymentsResolver,
    SchedulesResolver,
    ClaimsResolver,
  ],
  rules: hvutRules,
};
