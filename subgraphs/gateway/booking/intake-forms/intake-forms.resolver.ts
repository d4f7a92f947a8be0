import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as forms from "./intake-forms.service.ts";
import * as types from "./intake-forms.types.ts";

@Resolver()
export class IntakeFormsResolver {
  @Query(() => [types.IntakeForm], { description: "Lists the intake forms of services, oldest first." })
  listIntakeForms(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.IntakeFormsArgs) args: types.IntakeFormsArgs,
  ): Promise<types.IntakeForm[]> {
    return forms.listIntakeForms(ctx, args);
  }

  @Query(() => types.IntakeAnswers, {
    description: "Returns the answers given with a booking, with the questions as they were asked.",
  })
  getIntakeAnswers(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.IntakeAnswersArgs) args: types.IntakeAnswersArgs,
  ): Promise<types.IntakeAnswers> {
    return forms.readIntakeAnswers(ctx, args);
  }

  @Mutation(() => types.IntakeForm, {
    description: "Adds a form to a service. Its questions are asked at booking.",
  })
  createIntakeForm(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateIntakeFormInput, { description: "Service and questions." })
    input: types.CreateIntakeFormInput,
  ): Promise<types.IntakeForm> {
    return forms.createIntakeForm(ctx, input);
  }

  @Mutation(() => types.IntakeForm, {
    description: "Replaces the questions of a form with a new version. Old answers keep their questions.",
  })
  updateIntakeForm(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateIntakeFormInput, { description: "Form and its new questions." })
    input: types.UpdateIntakeFormInput,
  ): Promise<types.IntakeForm> {
    return forms.updateIntakeForm(ctx, input);
  }
}
