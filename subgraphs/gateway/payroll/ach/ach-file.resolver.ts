import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { createAchFile } from "./ach-file.service.ts";
import * as files from "./ach-file.types.ts";
import { createContractorAchFile } from "./contractor-ach-file.service.ts";
import { createCheckFile, verifyBankAccount } from "./bank-account-check.service.ts";
import * as checks from "./bank-account-check.types.ts";
import { EmployeeBankAccount } from "../people/employee-terms.types.ts";

@Resolver()
export class AchFileResolver {
  @Mutation(() => files.PayrollAchFile, {
    description:
      "Creates the ACH file with which your bank pays an approved run. The platform sends no money: give the file to your bank once.",
  })
  createPayrollAchFile(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => files.CreatePayrollAchFileInput, {
      description: "Run, and the bank that gets the file.",
    })
    input: files.CreatePayrollAchFileInput,
  ): Promise<files.PayrollAchFile> {
    return createAchFile(ctx, input);
  }

  @Mutation(() => files.ContractorAchFile, {
    description:
      "Creates the ACH file with which your bank pays contractors: persons as PPD, businesses as CCD. The platform sends no money: give the file to your bank once.",
  })
  createContractorAchFile(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => files.CreateContractorAchFileInput, {
      description: "Payments, and the bank that gets the file.",
    })
    input: files.CreateContractorAchFileInput,
  ): Promise<files.ContractorAchFile> {
    return createContractorAchFile(ctx, input);
  }

  @Mutation(() => files.AchFileContent, {
    description:
      "Creates the ACH file with which your bank sends two small deposits to accounts of employees. The amounts verify an account.",
  })
  createBankAccountCheckFile(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => checks.CreateBankAccountCheckFileInput, {
      description: "Bank accounts, and the bank that gets the file.",
    })
    input: checks.CreateBankAccountCheckFileInput,
  ): Promise<files.AchFileContent> {
    return createCheckFile(ctx, input);
  }

  @Mutation(() => EmployeeBankAccount, {
    description:
      "Verifies a bank account by the amounts of two small deposits. A wrong pair leaves it unverified, the third fails it.",
  })
  verifyEmployeeBankAccount(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => checks.VerifyEmployeeBankAccountInput, { description: "Account and amounts." })
    input: checks.VerifyEmployeeBankAccountInput,
  ): Promise<EmployeeBankAccount> {
    return verifyBankAccount(ctx, input);
  }
}
