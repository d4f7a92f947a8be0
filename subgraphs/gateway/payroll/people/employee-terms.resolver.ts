import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  setCompensation,
  submitW4,
  readW4,
  createDeductionType,
  enrollInDeduction,
  addGarnishment,
} from "./employee-terms.service.ts";
import { setStateWithholding } from "./state-withholding.service.ts";
import { addBankAccount } from "./bank-accounts.service.ts";
import { sealNumber } from "./secrets.service.ts";
import * as terms from "./employee-terms.types.ts";
import { DeductionEnrollment, EnrollInDeductionInput } from "./enrollment.types.ts";
import * as certificates from "./certificate.types.ts";

@Resolver()
export class EmployeeTermsResolver {
  @Mutation(() => terms.Compensation, {
    description: "Sets the pay rate of an employee from a date, salary or hourly.",
  })
  setCompensation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.SetCompensationInput, { description: "Employee, pay rate and effective date." })
    input: terms.SetCompensationInput,
  ): Promise<terms.Compensation> {
    return setCompensation(ctx, input);
  }

  @Mutation(() => certificates.W4Certificate, {
    description: "Files Form W-4 of an employee. It applies from the first pay date on or after its date.",
  })
  submitW4(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => certificates.SubmitW4Input, { description: "Form W-4 to file." })
    input: certificates.SubmitW4Input,
  ): Promise<certificates.W4Certificate> {
    return submitW4(ctx, input);
  }

  @Query(() => certificates.W4Certificate, {
    description: "Returns the Form W-4 in effect on a date. Default: single, no adjustments.",
  })
  employeeW4(
    @Ctx() ctx: GatewayContext,
    @Args(() => certificates.W4Args) args: certificates.W4Args,
  ): Promise<certificates.W4Certificate> {
    return readW4(ctx, args);
  }

  @Mutation(() => certificates.StateWithholding, {
    description: "Sets the state income tax certificate of an employee.",
  })
  setStateWithholding(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => certificates.SetStateWithholdingInput, {
      description: "State income tax certificate.",
    })
    input: certificates.SetStateWithholdingInput,
  ): Promise<certificates.StateWithholding> {
    return setStateWithholding(ctx, input);
  }

  @Mutation(() => terms.DeductionType, {
    description: "Creates a type of deduction and the taxes it lowers.",
  })
  createDeductionType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.CreateDeductionTypeInput, { description: "Type of deduction to create." })
    input: terms.CreateDeductionTypeInput,
  ): Promise<terms.DeductionType> {
    return createDeductionType(ctx, input);
  }

  @Mutation(() => DeductionEnrollment, {
    description: "Enrolls an employee in a deduction, up to its annual limit.",
  })
  enrollInDeduction(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => EnrollInDeductionInput, {
      description: "Employee, deduction, and amount or percentage.",
    })
    input: EnrollInDeductionInput,
  ): Promise<DeductionEnrollment> {
    return enrollInDeduction(ctx, input);
  }

  @Mutation(() => terms.Garnishment, {
    description: "Adds a wage garnishment, capped by the legal limits on disposable earnings.",
  })
  addGarnishment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.AddGarnishmentInput, { description: "Garnishment order to add." })
    input: terms.AddGarnishmentInput,
  ): Promise<terms.Garnishment> {
    return addGarnishment(ctx, input);
  }

  @Mutation(() => terms.PayrollSetupToken, {
    description: "Encrypts a Social Security, tax or bank account number and returns a setup token.",
  })
  sealPayrollNumber(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.SealPayrollNumberInput, { description: "Sensitive number to encrypt." })
    input: terms.SealPayrollNumberInput,
  ): Promise<terms.PayrollSetupToken> {
    return sealNumber(ctx, input);
  }

  @Mutation(() => terms.EmployeeBankAccount, {
    description: "Adds a bank account for direct deposit to an employee, from a setup token.",
  })
  addEmployeeBankAccount(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => terms.AddEmployeeBankAccountInput, {
      description: "Employee and setup token of the bank account.",
    })
    input: terms.AddEmployeeBankAccountInput,
  ): Promise<terms.EmployeeBankAccount> {
    return addBankAccount(ctx, input);
  }
}
