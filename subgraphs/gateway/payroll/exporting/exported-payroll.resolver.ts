import { Arg, Ctx, Directive, Query, Resolver } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readExportedPayroll } from "./exported-payroll.service.ts";
import { ExportedPayrollInput } from "./exported-payroll.types.ts";

@Resolver()
export class ExportedPayrollResolver {
  @Directive("@inaccessible")
  @Query(() => JSONObjectScalar, {
    description: "Returns payslips as the payroll of an export. Internal to the platform.",
  })
  exportedPayroll(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => ExportedPayrollInput) input: ExportedPayrollInput,
  ): Promise<Record<string, unknown>> {
    return readExportedPayroll(ctx, input);
  }
}
