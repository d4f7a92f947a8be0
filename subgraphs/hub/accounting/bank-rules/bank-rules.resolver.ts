import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { BankLine } from "../bank/bank-statement.types.ts";
import { applyBankRule } from "./apply-rules.service.ts";
import * as inputs from "./bank-rule-inputs.types.ts";
import * as types from "./bank-rule.types.ts";
import * as rules from "./bank-rules.service.ts";

@Resolver()
export class BankRulesResolver {
  @Query(() => types.BankRuleList, { description: "Lists bank rules in the order in which they are tried." })
  bankRules(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankRulesArgs) args: inputs.BankRulesArgs,
  ): Promise<types.BankRuleList> {
    return rules.listBankRules(ctx, args);
  }

  @Mutation(() => types.BankRule, {
    description: "Creates a rule that suggests, or posts and matches, lines of bank statements.",
  })
  createBankRule(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateBankRuleInput, { description: "Rule to create." })
    input: inputs.CreateBankRuleInput,
  ): Promise<types.BankRule> {
    return rules.createBankRule(ctx, input);
  }

  @Mutation(() => types.BankRule, { description: "Changes a bank rule, its place in the order or its use." })
  updateBankRule(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateBankRuleInput, { description: "Rule, and what changes." })
    input: inputs.UpdateBankRuleInput,
  ): Promise<types.BankRule> {
    return rules.updateBankRule(ctx, input);
  }

  @Mutation(() => types.DeletedBankRule, { description: "Deletes a bank rule. Entries that it made stay." })
  deleteBankRule(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.DeleteBankRuleInput, { description: "Rule to delete." })
    input: inputs.DeleteBankRuleInput,
  ): Promise<types.DeletedBankRule> {
    return rules.deleteBankRule(ctx, input);
  }

  @Mutation(() => BankLine, { description: "Posts a bank line by a rule and matches it with the new entry." })
  applyBankRule(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ApplyBankRuleInput, { description: "Line and rule." })
    input: inputs.ApplyBankRuleInput,
  ): Promise<BankLine> {
    return applyBankRule(ctx, input);
  }
}
