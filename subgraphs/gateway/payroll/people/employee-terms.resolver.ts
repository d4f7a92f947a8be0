import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  setCompensation,
  submitW4,
  readW4,
  setStateWithholding,
  createDeductionType,
  enrollInDeduction,
  addGarnishment,
} from "./employee-terms.service.ts";
import { addBankAccount } from "./bank-accounts.service.ts";
import { sealNumber } from "./secrets.service.ts";
import * as terms from "./employee-terms.types.ts";
import * as certificates from "./certificate.types.ts";

@Resolver()
export class EmployeeTermsResolver {
  @Mutation(() => terms.Compensation, {
    description: "Sets a rate of pay from a day on; a change within a period is prorated by work days.",
  })
  setCompensation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.SetCompensationInput) input: terms.SetCompensationInput,
  ): Promise<terms.Compensation> {
    return setCompensation(ctx, input);
  }

  @Mutation(() => certificates.W4Certificate, {
    description: "Files Form W-4, in force from the first pay date on or after its date.",
  })
  submitW4(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => certificates.SubmitW4Input) input: certificates.SubmitW4Input,
  ): Promise<certificates.W4Certificate> {
    return submitW4(ctx, input);
  }

  @Query(() => certificates.W4Certificate, {
    description: "The Form W-4 in force on a day; single without adjustments when none is filed.",
  })
  employeeW4(
    @Ctx() ctx: GatewayContext,
    @Args(() => certificates.W4Args) args: certificates.W4Args,
  ): Promise<certificates.W4Certificate> {
    return readW4(ctx, args);
  }

  @Mutation(() => certificates.StateWithholding, {
    description: "Files an employee's certificate for the income tax of a state.",
  })
  setStateWithholding(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => certificates.SetStateWithholdingInput) input: certificates.SetStateWithholdingInput,
  ): Promise<certificates.StateWithholding> {
    return setStateWithholding(ctx, input);
  }

  @Mutation(() => terms.DeductionType, {
    description: "Adds a kind of deduction and says which taxes it lowers.",
  })
  createDeductionType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.CreateDeductionTypeInput) input: terms.CreateDeductionTypeInput,
  ): Promise<terms.DeductionType> {
    return createDeductionType(ctx, input);
  }

  @Mutation(() => terms.DeductionEnrollment, {
    description: "Lets an employee take part in a deduction; it stops at the annual limit.",
  })
  enrollInDeduction(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.EnrollInDeductionInput) input: terms.EnrollInDeductionInput,
  ): Promise<terms.DeductionEnrollment> {
    return enrollInDeduction(ctx, input);
  }

  @Mutation(() => terms.Garnishment, {
    description: "Adds an order to withhold pay, capped by the limits on disposable earnings.",
  })
  addGarnishment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.AddGarnishmentInput) input: terms.AddGarnishmentInput,
  ): Promise<terms.Garnishment> {
    return addGarnishment(ctx, input);
  }

  @Mutation(() => terms.PayrollSetupToken, {
    description: "Seals a Social Security, tax or bank account number and answers a token for it.",
  })
  sealPayrollNumber(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.SealPayrollNumberInput) input: terms.SealPayrollNumberInput,
  ): Promise<terms.PayrollSetupToken> {
    return sealNumber(ctx, input);
  }

  @Mutation(() => terms.EmployeeBankAccount, {
    description:
      "Adds a bank account to an employee, from a token of the secure form; only the last four digits are readable.",
  })
  addEmployeeBankAccount(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.AddEmployeeBankAccountInput) input: terms.AddEmployeeBankAccountInput,
  ): Promise<terms.EmployeeBankAccount> {
    return addBankAccount(ctx, input);
  }
}
