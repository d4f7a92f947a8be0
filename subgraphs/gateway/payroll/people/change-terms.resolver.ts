import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as accounts from "./bank-accounts.service.ts";
import * as types from "./change-terms.types.ts";
import * as deductions from "./deductions.service.ts";
import { Garnishment } from "./employee-terms.types.ts";
import { DeductionEnrollment } from "./enrollment.types.ts";
import { EmployeeArgs } from "./employee.types.ts";
import * as garnishments from "./garnishments.service.ts";
import * as history from "./terms-history.service.ts";
import { addRecurringEarning, removeRecurringEarning } from "./recurring-earnings.service.ts";
import {
  AddRecurringEarningInput,
  RecurringEarning,
  RemoveRecurringEarningInput,
} from "./recurring-earning.types.ts";
import { setDepositSplit } from "./deposit-split.service.ts";
import { DepositSplit, SetDepositSplitInput } from "./deposit-split.types.ts";
import { listEmployeeChanges } from "./employee-changes.service.ts";
import { EmployeeChangePage, EmployeeChangesArgs } from "./employee-changes.types.ts";

@Resolver()
export class ChangeTermsResolver {
  @Query(() => types.W4History, {
    description: "Lists all Forms W-4 of an employee, the latest effective date first.",
  })
  w4History(
    @Ctx() ctx: GatewayContext,
    @Args(() => EmployeeArgs) args: EmployeeArgs,
  ): Promise<types.W4History> {
    return history.listW4History(ctx, args);
  }

  @Query(() => types.CompensationHistory, {
    description: "Lists all pay rates of an employee, the latest effective date first.",
  })
  compensationHistory(
    @Ctx() ctx: GatewayContext,
    @Args(() => EmployeeArgs) args: EmployeeArgs,
  ): Promise<types.CompensationHistory> {
    return history.listCompensationHistory(ctx, args);
  }

  @Query(() => types.DeductionTypeList, { description: "Lists the account's types of deduction." })
  deductionTypes(@Ctx() ctx: GatewayContext): Promise<types.DeductionTypeList> {
    return deductions.listDeductionTypes(ctx);
  }

  @Query(() => types.EmployeeDeductionList, {
    description: "Lists the deductions of an employee in effect on a pay date.",
  })
  employeeDeductions(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EmployeeDeductionsArgs) args: types.EmployeeDeductionsArgs,
  ): Promise<types.EmployeeDeductionList> {
    return deductions.listEmployeeDeductions(ctx, args);
  }

  @Mutation(() => DeductionEnrollment, {
    description:
      "Changes the amount of a deduction from a pay date. Earlier payslips stay as they are, and a later date starts a new enrollment.",
  })
  updateDeductionEnrollment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateDeductionEnrollmentInput, {
      description: "Enrollment, new amount and effective date.",
    })
    input: types.UpdateDeductionEnrollmentInput,
  ): Promise<DeductionEnrollment> {
    return deductions.updateDeductionEnrollment(ctx, input);
  }

  @Mutation(() => DeductionEnrollment, {
    description: "Ends a deduction after a pay date. Payslips that exist stay as they are.",
  })
  endDeductionEnrollment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.EndDeductionEnrollmentInput, { description: "Enrollment and last pay date." })
    input: types.EndDeductionEnrollmentInput,
  ): Promise<DeductionEnrollment> {
    return deductions.endDeductionEnrollment(ctx, input);
  }

  @Query(() => types.GarnishmentList, {
    description: "Lists the garnishments of an employee with what was withheld and what remains.",
  })
  garnishments(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.GarnishmentsArgs) args: types.GarnishmentsArgs,
  ): Promise<types.GarnishmentList> {
    return garnishments.listGarnishments(ctx, args);
  }

  @Mutation(() => Garnishment, { description: "Changes the terms of a garnishment for later runs." })
  updateGarnishment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateGarnishmentInput, { description: "Garnishment terms to change." })
    input: types.UpdateGarnishmentInput,
  ): Promise<Garnishment> {
    return garnishments.updateGarnishment(ctx, input);
  }

  @Mutation(() => Garnishment, {
    description: "Ends a garnishment after a pay date. Payslips that exist stay as they are.",
  })
  endGarnishment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.EndGarnishmentInput, { description: "Garnishment, last pay date and reason." })
    input: types.EndGarnishmentInput,
  ): Promise<Garnishment> {
    return garnishments.endGarnishment(ctx, input);
  }

  @Query(() => types.EmployeeBankAccountList, {
    description: "Lists the bank accounts of an employee, with masked numbers.",
  })
  employeeBankAccounts(
    @Ctx() ctx: GatewayContext,
    @Args(() => EmployeeArgs) args: EmployeeArgs,
  ): Promise<types.EmployeeBankAccountList> {
    return accounts.listBankAccounts(ctx, args);
  }

  @Mutation(() => types.RemovedEmployeeBankAccount, {
    description: "Removes a bank account of an employee with its encrypted number.",
  })
  removeEmployeeBankAccount(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RemoveEmployeeBankAccountInput, {
      description: "ID of the bank account to remove.",
    })
    input: types.RemoveEmployeeBankAccountInput,
  ): Promise<types.RemovedEmployeeBankAccount> {
    return accounts.removeBankAccount(ctx, input);
  }

  @Mutation(() => RecurringEarning, {
    description: "Adds pay to each regular run of an employee, such as a car allowance.",
  })
  addRecurringEarning(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => AddRecurringEarningInput, { description: "Recurring earning to add." })
    input: AddRecurringEarningInput,
  ): Promise<RecurringEarning> {
    return addRecurringEarning(ctx, input);
  }

  @Mutation(() => RecurringEarning, {
    description: "Ends a recurring earning after a pay date. Payslips that exist stay.",
  })
  removeRecurringEarning(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => RemoveRecurringEarningInput, { description: "Recurring earning to end." })
    input: RemoveRecurringEarningInput,
  ): Promise<RecurringEarning> {
    return removeRecurringEarning(ctx, input);
  }

  @Query(() => EmployeeChangePage, {
    description: "Lists changes to an employee's data from the audit trail, newest first.",
  })
  employeeChanges(
    @Ctx() ctx: GatewayContext,
    @Args(() => EmployeeChangesArgs) args: EmployeeChangesArgs,
  ): Promise<EmployeeChangePage> {
    return listEmployeeChanges(ctx, args);
  }

  @Mutation(() => DepositSplit, {
    description: "Divides the net pay of an employee among bank accounts. Moves no money.",
  })
  setDepositSplit(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => SetDepositSplitInput, { description: "Employee and parts." })
    input: SetDepositSplitInput,
  ): Promise<DepositSplit> {
    return setDepositSplit(ctx, input);
  }
}
