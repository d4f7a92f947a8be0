import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readPayslip, listPayslips, renderPayslipPdf, readYtd } from "./payslips.service.ts";
import { reversePayslip } from "./reversals.service.ts";
import { calculateTaxes } from "./taxes.service.ts";
import * as slips from "./payslip.types.ts";
import * as taxes from "./taxes.types.ts";

@Resolver()
export class PayslipsResolver {
  @Query(() => slips.Payslip, { description: "A payslip: earnings, taxes, deductions, net, year to date." })
  payslip(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.PayslipArgs) args: slips.PayslipArgs,
  ): Promise<slips.Payslip> {
    return readPayslip(ctx, args.payslipId);
  }

  @Query(() => slips.PayslipPage, { description: "The account's payslips, newest first." })
  payslips(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.PayslipsArgs) args: slips.PayslipsArgs,
  ): Promise<slips.PayslipPage> {
    return listPayslips(ctx, args);
  }

  @Query(() => slips.PayslipFile, { description: "A payslip as a PDF." })
  payslipPdf(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.PayslipPdfArgs) args: slips.PayslipPdfArgs,
  ): Promise<slips.PayslipFile> {
    return renderPayslipPdf(ctx, args.payslipId);
  }

  @Mutation(() => slips.Payslip, {
    description: "Takes a payslip back by an equal negative one, which corrects the sums of the year.",
  })
  reversePayslip(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => slips.ReversePayslipInput) input: slips.ReversePayslipInput,
  ): Promise<slips.Payslip> {
    return reversePayslip(ctx, input);
  }

  @Query(() => slips.PayslipSums, { description: "Sums of an employee's payslips of a year by pay date." })
  ytdTotals(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.YtdArgs) args: slips.YtdArgs,
  ): Promise<slips.PayslipSums> {
    return readYtd(ctx, args);
  }

  @Query(() => taxes.TaxBreakdown, {
    description: "Taxes of one payment with every line of the worksheet. Nothing is saved.",
  })
  calculateTaxes(
    @Arg("input", () => taxes.CalculateTaxesInput) input: taxes.CalculateTaxesInput,
  ): taxes.TaxBreakdown {
    return calculateTaxes(input);
  }
}
