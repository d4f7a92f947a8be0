import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { renderPayrollForm } from "./form-pdf.service.ts";
import { PayrollFormPdf, PayrollFormPdfArgs } from "./form-pdf.types.ts";

@Resolver()
export class PayrollFilesResolver {
  @Query(() => PayrollFormPdf, {
    description:
      "Prints Form W-2, W-3, 940, 941 or 1099-NEC as a PDF with the official box numbers. It is a copy for your records.",
  })
  payrollFormPdf(
    @Ctx() ctx: GatewayContext,
    @Args(() => PayrollFormPdfArgs) args: PayrollFormPdfArgs,
  ): Promise<PayrollFormPdf> {
    return renderPayrollForm(ctx, args);
  }
}
