import type { QueryPlan } from "@graphql-hive/router-query-planner";
import type { Step } from "../execution.types.ts";
import type { GeneratedShape } from "../generated/generated-shape.ts";

/** What all documents of one shape share: their plan, and its compiled form. */
export interface PlannedShape {
  plan: QueryPlan;
  run: Step;
  generated: GeneratedShape;
}
