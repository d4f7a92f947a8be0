import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import {
  readBalanceSheet,
  readCashFlowStatement,
  readProfitAndLoss,
  readTrialBalance,
} from "./financial-reports.service.ts";
import { readGeneralLedger } from "./general-ledger.service.ts";
import * as inputs from "./report-inputs.types.ts";
import * as types from "./report.types.ts";

@Resolver()
export class AccountingReportsResolver {
  @Query(() => types.TrialBalance, { description: "Returns the balances of all ledger accounts at a date." })
  trialBalance(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.AsOfArgs) args: inputs.AsOfArgs,
  ): Promise<types.TrialBalance> {
    return readTrialBalance(ctx, args);
  }

  @Query(() => types.GeneralLedgerPage, {
    description: "Lists the posted lines of a ledger account with a running balance.",
  })
  generalLedger(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.GeneralLedgerArgs) args: inputs.GeneralLedgerArgs,
  ): Promise<types.GeneralLedgerPage> {
    return readGeneralLedger(ctx, args);
  }

  @Query(() => types.ProfitAndLoss, {
    description: "Returns income, costs and net income of a time, by the accrual or the cash basis.",
  })
  profitAndLoss(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.ProfitAndLossArgs) args: inputs.ProfitAndLossArgs,
  ): Promise<types.ProfitAndLoss> {
    return readProfitAndLoss(ctx, args);
  }

  @Query(() => types.BalanceSheet, { description: "Returns assets, liabilities and equity at a date." })
  balanceSheet(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.AsOfArgs) args: inputs.AsOfArgs,
  ): Promise<types.BalanceSheet> {
    return readBalanceSheet(ctx, args);
  }

  @Query(() => types.CashFlowStatement, {
    description: "Returns how cash changed in a time, by the indirect method.",
  })
  cashFlowStatement(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.RangeArgs) args: inputs.RangeArgs,
  ): Promise<types.CashFlowStatement> {
    return readCashFlowStatement(ctx, args);
  }
}
