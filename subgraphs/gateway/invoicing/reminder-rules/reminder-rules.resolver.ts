import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as rules from "./reminder-rules.service.ts";
import * as types from "./reminder-rules.types.ts";

@Resolver()
export class ReminderRulesResolver {
  @Query(() => types.ReminderRuleList, { description: "Lists the account's reminder rules, oldest first." })
  reminderRules(@Ctx() ctx: InvoicingContext): Promise<types.ReminderRuleList> {
    return rules.listReminderRules(ctx);
  }

  @Mutation(() => types.ReminderRule, {
    description: "Creates a rule that reminds clients before and after the due date.",
  })
  createReminderRule(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateReminderRuleInput, {
      description: "Name, stages and template of the rule.",
    })
    input: types.CreateReminderRuleInput,
  ): Promise<types.ReminderRule> {
    return rules.createReminderRule(ctx, input);
  }

  @Mutation(() => types.ReminderRule, {
    description: "Updates a reminder rule. Reminders that were sent stay.",
  })
  updateReminderRule(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateReminderRuleInput, { description: "Rule and the fields to change." })
    input: types.UpdateReminderRuleInput,
  ): Promise<types.ReminderRule> {
    return rules.updateReminderRule(ctx, input);
  }

  @Mutation(() => types.DeletedReminderRule, {
    description: "Deletes a reminder rule. Reminders that were sent stay.",
  })
  deleteReminderRule(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ReminderRuleIdInput, { description: "ID of the rule to delete." })
    input: types.ReminderRuleIdInput,
  ): Promise<types.DeletedReminderRule> {
    return rules.deleteReminderRule(ctx, input);
  }
}
