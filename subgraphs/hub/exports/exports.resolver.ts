import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { exportPayroll } from "./exports.service.ts";
import { ExportPayrollInput, PayrollExport } from "./exports.types.ts";

@Resolver()
export class ExportsResolver {
  @Mutation(() => PayrollExport, {
    description:
      "Exports a payroll as CSV, JSON, XML or Excel, with the same rows and totals. Amounts are exact; net pay is verified to the cent. Personal and account numbers are masked to the last four characters.",
  })
  exportPayroll(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ExportPayrollInput, { description: "Payroll, file format and options." })
    input: ExportPayrollInput,
  ): Promise<PayrollExport> {
    return exportPayroll(ctx, input);
  }
}
