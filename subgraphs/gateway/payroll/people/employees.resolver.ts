import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  createEmployee,
  readEmployee,
  listEmployees,
  updateEmployee,
  terminateEmployee,
} from "./employees.service.ts";
import * as people from "./employee.types.ts";

@Resolver()
export class EmployeesResolver {
  @Mutation(() => people.PayrollEmployee, {
    description:
      "Adds an employee, who is paid once a rate of pay is set. Numbers of people come as tokens alone.",
  })
  createEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.CreateEmployeeInput) input: people.CreateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return createEmployee(ctx, input);
  }

  @Query(() => people.PayrollEmployee, { description: "One of the account's employees." })
  payrollEmployee(
    @Ctx() ctx: GatewayContext,
    @Args(() => people.EmployeeArgs) args: people.EmployeeArgs,
  ): Promise<people.PayrollEmployee> {
    return readEmployee(ctx, args.employeeId);
  }

  @Query(() => people.PayrollEmployeePage, { description: "The account's employees, newest first." })
  payrollEmployees(
    @Ctx() ctx: GatewayContext,
    @Args(() => people.EmployeesArgs) args: people.EmployeesArgs,
  ): Promise<people.PayrollEmployeePage> {
    return listEmployees(ctx, args);
  }

  @Mutation(() => people.PayrollEmployee, { description: "Changes an employee for runs to come." })
  updateEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.UpdateEmployeeInput) input: people.UpdateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return updateEmployee(ctx, input);
  }

  @Mutation(() => people.PayrollEmployee, {
    description: "Ends employment; a final run pays up to the last day.",
  })
  terminateEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.TerminateEmployeeInput) input: people.TerminateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return terminateEmployee(ctx, input);
  }
}
