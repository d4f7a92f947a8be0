import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./alert.types.ts";
import { createAlert, deleteAlert, listAlertEvents, listAlerts } from "./alerts.service.ts";

@Resolver()
export class FinanceAlertsResolver {
  @Query(() => types.FinanceAlertList, { description: "Lists finance alerts, newest first." })
  financeAlerts(@Ctx() ctx: FinanceContext): Promise<types.FinanceAlertList> {
    return listAlerts(ctx);
  }

  @Query(() => types.FinanceAlertEventPage, { description: "Lists finance alerts that fired, newest first." })
  financeAlertEvents(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.AlertEventsArgs) args: types.AlertEventsArgs,
  ): Promise<types.FinanceAlertEventPage> {
    return listAlertEvents(ctx, args);
  }

  @Mutation(() => types.FinanceAlert, {
    description:
      "Creates an alert: balance below a threshold, large transaction, overspent budget, or bill due.",
  })
  createAlert(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateAlertInput, { description: "Alert to create." })
    input: types.CreateAlertInput,
  ): Promise<types.FinanceAlert> {
    return createAlert(ctx, input);
  }

  @Mutation(() => types.DeletedAlert, { description: "Deletes a finance alert. Its events are kept." })
  deleteAlert(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AlertIdInput, { description: "Alert to delete." }) input: types.AlertIdInput,
  ): Promise<types.DeletedAlert> {
    return deleteAlert(ctx, input);
  }
}
