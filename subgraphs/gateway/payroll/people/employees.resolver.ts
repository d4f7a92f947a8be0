import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  createEmployee,
  readEmployee,
  listEmployees,
  updateEmployee,
  terminateEmployee,
  rehireEmployee,
} from "./employees.service.ts";
import * as people from "./employee.types.ts";

@Resolver()
export class EmployeesResolver {
  @Mutation(() => people.PayrollEmployee, {
    description: "Adds an employee, who is paid once a pay rate is set.",
  })
  createEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.CreateEmployeeInput, { description: "Employee to add to the payroll." })
    input: people.CreateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return createEmployee(ctx, input);
  }

  @Query(() => people.PayrollEmployee, { description: "Returns an employee by ID." })
  payrollEmployee(
    @Ctx() ctx: GatewayContext,
    @Args(() => people.EmployeeArgs) args: people.EmployeeArgs,
  ): Promise<people.PayrollEmployee> {
    return readEmployee(ctx, args.employeeId);
  }

  @Query(() => people.PayrollEmployeePage, { description: "Lists the account's employees, newest first." })
  payrollEmployees(
    @Ctx() ctx: GatewayContext,
    @Args(() => people.EmployeesArgs) args: people.EmployeesArgs,
  ): Promise<people.PayrollEmployeePage> {
    return listEmployees(ctx, args);
  }

  @Mutation(() => people.PayrollEmployee, { description: "Updates an employee for future runs." })
  updateEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.UpdateEmployeeInput, { description: "Employee fields to change." })
    input: people.UpdateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return updateEmployee(ctx, input);
  }

  @Mutation(() => people.PayrollEmployee, {
    description: "Ends employment of an employee. A regular or final run pays up to the last day.",
  })
  terminateEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.TerminateEmployeeInput, {
      description: "Employee to terminate, last day and reason.",
    })
    input: people.TerminateEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return terminateEmployee(ctx, input);
  }

  @Mutation(() => people.PayrollEmployee, {
    description:
      "Employs a terminated employee again. Run the final payroll of the earlier employment first.",
  })
  rehireEmployee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => people.RehireEmployeeInput, { description: "Employee and first day of work." })
    input: people.RehireEmployeeInput,
  ): Promise<people.PayrollEmployee> {
    return rehireEmployee(ctx, input);
  }
}
