import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { createAchFile } from "./ach-file.service.ts";
import { CreatePayrollAchFileInput, PayrollAchFile } from "./ach-file.types.ts";

@Resolver()
export class AchFileResolver {
  @Mutation(() => PayrollAchFile, {
    description:
      "Creates the ACH file with which your bank pays an approved run. The platform sends no money: give the file to your bank once.",
  })
  createPayrollAchFile(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => CreatePayrollAchFileInput, { description: "Run, and the bank that gets the file." })
    input: CreatePayrollAchFileInput,
  ): Promise<PayrollAchFile> {
    return createAchFile(ctx, input);
  }
}
