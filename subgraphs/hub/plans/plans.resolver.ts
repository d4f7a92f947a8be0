import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { createPlan, listRegisteredPlans, updatePlan } from "./plans.service.ts";
import {
  CreatePlanInput,
  PlanRegistry,
  PlanRegistryArgs,
  RegisteredPlan,
  UpdatePlanInput,
} from "./plans.types.ts";

@Resolver()
export class PlansResolver {
  @Query(() => PlanRegistry, {
    description:
      "Lists the plans of an app, including archived ones and those without a price. Administrators only.",
  })
  planRegistry(
    @Ctx() ctx: HubContext,
    @Args(() => PlanRegistryArgs) { appId }: PlanRegistryArgs,
  ): Promise<PlanRegistry> {
    return listRegisteredPlans(ctx, appId);
  }

  @Mutation(() => RegisteredPlan, {
    description:
      "Puts a plan on sale. Its prices are created at the payment processor unless price IDs name existing ones.",
  })
  createPlan(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreatePlanInput, { description: "Plan to put on sale." }) input: CreatePlanInput,
  ): Promise<RegisteredPlan> {
    return createPlan(ctx, input);
  }

  @Mutation(() => RegisteredPlan, {
    description: "Updates or archives a plan of an app. Omitted fields stay unchanged.",
  })
  updatePlan(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdatePlanInput, { description: "Plan and the fields to change." })
    input: UpdatePlanInput,
  ): Promise<RegisteredPlan> {
    return updatePlan(ctx, input);
  }
}
