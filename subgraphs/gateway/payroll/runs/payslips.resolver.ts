import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findPayslip, listPayslips, renderPayslipPdf, readYtd } from "./payslips.service.ts";
import { emailPayslip, renderPayslipByLink } from "./payslip-links.service.ts";
import * as links from "./payslip-link.types.ts";
import { reversePayslip } from "./reversals.service.ts";
import { calculateTaxes, grossUpPay } from "./taxes.service.ts";
import { PayslipArgs } from "./payslip-args.types.ts";
import * as slips from "./payslip.types.ts";
import * as taxes from "./taxes.types.ts";

@Resolver()
export class PayslipsResolver {
  @Query(() => slips.Payslip, {
    description: "Returns a payslip: earnings, taxes, deductions, net pay and year-to-date totals.",
  })
  payslip(@Ctx() ctx: GatewayContext, @Args(() => PayslipArgs) args: PayslipArgs): Promise<slips.Payslip> {
    return findPayslip(ctx, args);
  }

  @Query(() => slips.PayslipPage, { description: "Lists the account's payslips, newest first." })
  payslips(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.PayslipsArgs) args: slips.PayslipsArgs,
  ): Promise<slips.PayslipPage> {
    return listPayslips(ctx, args);
  }

  @Query(() => slips.PayslipFile, { description: "Renders a payslip as a PDF." })
  payslipPdf(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.PayslipPdfArgs) args: slips.PayslipPdfArgs,
  ): Promise<slips.PayslipFile> {
    return renderPayslipPdf(ctx, args.payslipId);
  }

  @Query(() => slips.PayslipFile, {
    description: "Renders a payslip as a PDF for the holder of the link that was e-mailed.",
  })
  payslipPdfByLink(
    @Ctx() ctx: GatewayContext,
    @Args(() => links.PayslipLinkArgs) args: links.PayslipLinkArgs,
  ): Promise<slips.PayslipFile> {
    return renderPayslipByLink(ctx, args.token);
  }

  @Mutation(() => links.EmailedPayslip, {
    description:
      "E-mails the employee a link to a payslip. The message has no figures; the link works for 14 days.",
  })
  emailPayslip(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => links.EmailPayslipInput, { description: "Payslip to send." })
    input: links.EmailPayslipInput,
  ): Promise<links.EmailedPayslip> {
    return emailPayslip(ctx, input);
  }

  @Mutation(() => slips.Payslip, {
    description: "Reverses a payslip with an equal negative one, which corrects the year-to-date totals.",
  })
  reversePayslip(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => slips.ReversePayslipInput, { description: "Payslip to reverse, and why." })
    input: slips.ReversePayslipInput,
  ): Promise<slips.Payslip> {
    return reversePayslip(ctx, input);
  }

  @Query(() => slips.PayslipSums, {
    description: "Returns an employee's year-to-date totals: earned, taxes and net pay by pay date.",
  })
  ytdTotals(
    @Ctx() ctx: GatewayContext,
    @Args(() => slips.YtdArgs) args: slips.YtdArgs,
  ): Promise<slips.PayslipSums> {
    return readYtd(ctx, args);
  }

  @Query(() => taxes.TaxBreakdown, {
    description: "Calculates the taxes of one payment, with each worksheet line. Saves nothing.",
  })
  calculateTaxes(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => taxes.CalculateTaxesInput, { description: "Payment to calculate taxes for." })
    input: taxes.CalculateTaxesInput,
  ): Promise<taxes.TaxBreakdown> {
    return calculateTaxes(ctx, input);
  }

  @Query(() => taxes.GrossUp, {
    description: "Calculates the smallest gross pay that gives at least a net pay. Saves nothing.",
  })
  grossUpPay(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => taxes.GrossUpPayInput, { description: "Wanted net pay and tax facts." })
    input: taxes.GrossUpPayInput,
  ): Promise<taxes.GrossUp> {
    return grossUpPay(ctx, input);
  }
}
