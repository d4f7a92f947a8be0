import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { exportPayroll } from "./exports.service.ts";
import { ExportPayrollInput, PayrollExport } from "./exports.types.ts";

@Resolver()
export class ExportsResolver {
  @Mutation(() => PayrollExport, {
    description:
      "Writes a payroll as CSV, JSON, XML or a spreadsheet, with the same rows and totals in each. Amounts are exact; net " +
      "pay is checked to the cent. Numbers of people and accounts show their last four characters.",
  })
  exportPayroll(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ExportPayrollInput) input: ExportPayrollInput,
  ): Promise<PayrollExport> {
    return exportPayroll(ctx, input);
  }
}
