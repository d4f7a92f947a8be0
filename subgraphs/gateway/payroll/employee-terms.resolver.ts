import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../gateway.context.ts";
import {
  setCompensation,
  submitW4,
  readW4,
  setStateWithholding,
  createDeductionType,
  enrollInDeduction,
  addGarnishment,
} from "./employee-terms.service.ts";
import { sealNumber, addBankAccount } from "./secrets.service.ts";
import * as people from "./employee.types.ts";

@Resolver()
export class EmployeeTermsResolver {
  @Mutation(() => people.Compensation, {
    description: "Sets a rate of pay from a day on; a change within a period is prorated by work days.",
  })
  setCompensation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.SetCompensationInput) input: people.SetCompensationInput,
  ): Promise<people.Compensation> {
    return setCompensation(ctx, input);
  }

  @Mutation(() => people.W4Certificate, {
    description: "Files Form W-4, in force from the first pay date on or after its date.",
  })
  submitW4(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.SubmitW4Input) input: people.SubmitW4Input,
  ): Promise<people.W4Certificate> {
    return submitW4(ctx, input);
  }

  @Query(() => people.W4Certificate, {
    description: "The Form W-4 in force on a day; single without adjustments when none is filed.",
  })
  employeeW4(
    @Ctx() ctx: GatewayContext,
    @Args(() => people.W4Args) args: people.W4Args,
  ): Promise<people.W4Certificate> {
    return readW4(ctx, args);
  }

  @Mutation(() => people.StateWithholding, {
    description: "Files an employee's certificate for the income tax of a state.",
  })
  setStateWithholding(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.SetStateWithholdingInput) input: people.SetStateWithholdingInput,
  ): Promise<people.StateWithholding> {
    return setStateWithholding(ctx, input);
  }

  @Mutation(() => people.DeductionType, {
    description: "Adds a kind of deduction and says which taxes it lowers.",
  })
  createDeductionType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.CreateDeductionTypeInput) input: people.CreateDeductionTypeInput,
  ): Promise<people.DeductionType> {
    return createDeductionType(ctx, input);
  }

  @Mutation(() => people.DeductionEnrollment, {
    description: "Lets an employee take part in a deduction; it stops at the annual limit.",
  })
  enrollInDeduction(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.EnrollInDeductionInput) input: people.EnrollInDeductionInput,
  ): Promise<people.DeductionEnrollment> {
    return enrollInDeduction(ctx, input);
  }

  @Mutation(() => people.Garnishment, {
    description: "Adds an order to withhold pay, capped by the limits on disposable earnings.",
  })
  addGarnishment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.AddGarnishmentInput) input: people.AddGarnishmentInput,
  ): Promise<people.Garnishment> {
    return addGarnishment(ctx, input);
  }

  @Mutation(() => people.PayrollSetupToken, {
    description: "Seals a Social Security, tax or bank account number and answers a token for it.",
  })
  sealPayrollNumber(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.SealPayrollNumberInput) input: people.SealPayrollNumberInput,
  ): Promise<people.PayrollSetupToken> {
    return sealNumber(ctx, input);
  }

  @Mutation(() => people.EmployeeBankAccount, {
    description:
      "Adds a bank account to an employee, from a token of the secure form; only the last four digits are readable.",
  })
  addEmployeeBankAccount(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.AddEmployeeBankAccountInput) input: people.AddEmployeeBankAccountInput,
  ): Promise<people.EmployeeBankAccount> {
    return addBankAccount(ctx, input);
  }
}
