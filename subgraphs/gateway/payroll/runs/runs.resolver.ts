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
import * as runs from "./run.types.ts";

@Resolver()
export class PayrollRunsResolver {
  @Mutation(() => runs.StartedPayrollRun, {
    description:
      "Works out and begins to pay a payroll in one call: gross to net of each employee, numbers frozen. A period is run once.",
  })
  runPayroll(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.RunPayrollInput) input: runs.RunPayrollInput,
  ): Promise<runs.StartedPayrollRun> {
    return runPayroll(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Sets up a payroll run to be reviewed before it is approved.",
  })
  createPayrollDraft(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.RunPayrollInput) input: runs.RunPayrollInput,
  ): Promise<runs.PayrollRun> {
    return createPayrollDraft(ctx, input);
  }

  @Query(() => slips.PayrollPreview, {
    description: "What a draft would pay, gross to net, and the cash it needs. Nothing is saved.",
  })
  payrollPreview(
    @Ctx() ctx: GatewayContext,
    @Args(() => runs.PreviewPayrollArgs) args: runs.PreviewPayrollArgs,
  ): Promise<slips.PayrollPreview> {
    return previewPayroll(ctx, args.runId);
  }

  @Query(() => runs.PayrollRun, { description: "A payroll run with its sums." })
  payrollRun(
    @Ctx() ctx: GatewayContext,
    @Args(() => runs.PayrollRunArgs) args: runs.PayrollRunArgs,
  ): Promise<runs.PayrollRun> {
    return readPayrollRun(ctx, args.runId);
  }

  @Query(() => runs.PayrollRunPage, { description: "The account's payroll runs, newest first." })
  payrollRuns(
    @Ctx() ctx: GatewayContext,
    @Args(() => runs.PayrollRunsArgs) args: runs.PayrollRunsArgs,
  ): Promise<runs.PayrollRunPage> {
    return listPayrollRuns(ctx, args);
  }

  @Mutation(() => runs.PayrollItem, {
    description: "Sets hours, bonus or reimbursements of an employee in a draft, or leaves them out.",
  })
  updatePayrollItem(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.UpdatePayrollItemInput) input: runs.UpdatePayrollItemInput,
  ): Promise<runs.PayrollItem> {
    return updatePayrollItem(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description:
      "Freezes the numbers of a draft, which is paid on its pay date; the expected net guards against surprises.",
  })
  approvePayroll(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.ApprovePayrollInput) input: runs.ApprovePayrollInput,
  ): Promise<runs.PayrollRun> {
    return approvePayroll(ctx, input);
  }

  @Mutation(() => runs.PayrollRun, {
    description: "Cancels a draft or approved run before it is paid; its payslips are reversed.",
  })
  cancelPayrollRun(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => runs.CancelPayrollRunInput) input: runs.CancelPayrollRunInput,
  ): Promise<runs.PayrollRun> {
    return cancelPayrollRun(ctx, input);
  }
}
