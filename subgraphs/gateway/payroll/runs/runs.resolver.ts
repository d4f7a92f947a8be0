import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { updatePayrollItem } from "./payroll-items.service.ts";
import {
  runPayroll,
  createPayrollDraft,
  previewPayroll,
  readPayrollRun,
  listPayrollRuns,
  approvePayroll,
  cancelPayrollRun,
} from "./runs.service.ts";
import * as slips from "./payslip.types.ts";
import { PreviewPayrollArgs } from "./preview.types.ts";
import * as runs from "./run.types.ts";
import { comparePayrollRuns } from "./compare-runs.service.ts";
import { ComparePayrollRunsArgs, PayrollComparison, PayrollRunIdInput } from "./compare.types.ts";
import { reopenPayrollRun } from "./reopen-run.service.ts";

@Resolver()
export class PayrollRunsResolver {
  @Mutation(() => runs.StartedPayrollRun, {
    description: "Runs payroll and starts paying employees in one call. A period can be run only once.",
  })
  runPayroll(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.RunPayrollInput, { description: "Payroll to run and pay." })
    input: runs.RunPayrollInput,
  ): Promise<runs.StartedPayrollRun> {
    return runPayroll(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Creates a draft payroll run for review before approval.",
  })
  createPayrollDraft(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.RunPayrollInput, { description: "Payroll run to prepare." })
    input: runs.RunPayrollInput,
  ): Promise<runs.PayrollRun> {
    return createPayrollDraft(ctx, input);
  }

  @Query(() => slips.PayrollPreview, {
    description:
      "Previews a draft payroll run, or a period without one. Returns gross to net per employee, and cash required. Saves nothing.",
  })
  payrollPreview(
    @Ctx() ctx: GatewayContext,
    @Args(() => PreviewPayrollArgs) args: PreviewPayrollArgs,
  ): Promise<slips.PayrollPreview> {
    return previewPayroll(ctx, args);
  }

  @Query(() => runs.PayrollRun, { description: "Returns a payroll run with its status and totals." })
  payrollRun(
    @Ctx() ctx: GatewayContext,
    @Args(() => runs.PayrollRunArgs) args: runs.PayrollRunArgs,
  ): Promise<runs.PayrollRun> {
    return readPayrollRun(ctx, args.runId);
  }

  @Query(() => runs.PayrollRunPage, { description: "Lists the account's payroll runs, newest first." })
  payrollRuns(
    @Ctx() ctx: GatewayContext,
    @Args(() => runs.PayrollRunsArgs) args: runs.PayrollRunsArgs,
  ): Promise<runs.PayrollRunPage> {
    return listPayrollRuns(ctx, args);
  }

  @Mutation(() => runs.PayrollItem, {
    description: "Sets hours, bonus or reimbursements of an employee in a draft run, or excludes them.",
  })
  updatePayrollItem(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.UpdatePayrollItemInput, { description: "Hours and extra pay to set." })
    input: runs.UpdatePayrollItemInput,
  ): Promise<runs.PayrollItem> {
    return updatePayrollItem(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Approves a draft payroll run, which is then paid on its pay date. Its numbers are final.",
  })
  approvePayroll(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.ApprovePayrollInput, { description: "Draft run to approve." })
    input: runs.ApprovePayrollInput,
  ): Promise<runs.PayrollRun> {
    return approvePayroll(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Cancels a draft or approved payroll run before it is paid, and reverses its payslips.",
  })
  cancelPayrollRun(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.CancelPayrollRunInput, { description: "Run to cancel, and why." })
    input: runs.CancelPayrollRunInput,
  ): Promise<runs.PayrollRun> {
    return cancelPayrollRun(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Takes an approved payroll run back to draft until its debit starts.",
  })
  reopenPayrollRun(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => PayrollRunIdInput, { description: "Payroll run to reopen." })
    input: PayrollRunIdInput,
  ): Promise<runs.PayrollRun> {
    return reopenPayrollRun(ctx, input);
  }

  @Query(() => PayrollComparison, {
    description: "Lists what differs between two payroll runs, by employee. A draft is calculated as of now.",
  })
  payrollComparison(
    @Ctx() ctx: GatewayContext,
    @Args(() => ComparePayrollRunsArgs) args: ComparePayrollRunsArgs,
  ): Promise<PayrollComparison> {
    return comparePayrollRuns(ctx, args);
  }
}
