import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Payroll run to reopen." })
export class PayrollRunIdInput {
  @Field(() => ID, { description: "ID of the payroll run." })
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class ComparePayrollRunsArgs {
  @Field(() => ID, { description: "ID of the payroll run whose figures are `after`." })
  @MaxLength(64)
  runId: string;
  @Field(() => ID, { description: "ID of the payroll run whose figures are `before`." })
  @MaxLength(64)
  otherRunId: string;
}

@ObjectType({ description: "A figure of an employee that differs between two payroll runs." })
export class PayrollDifference {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Full name of the employee." })
  employeeName: string;
  @Field(() => String, { description: "Field of the payslip, such as `gross` or `net`." })
  field: string;
  @Dollars("before", {
    nullable: true,
    description: "Amount in the other run, in dollars. Null when the employee is not in it.",
  })
  beforeCents: number | null;
  @Dollars("after", {
    nullable: true,
    description: "Amount in the run, in dollars. Null when the employee is not in it.",
  })
  afterCents: number | null;
}

@ObjectType({ description: "Differences between two payroll runs." })
export class PayrollComparison {
  @Field(() => [PayrollDifference], { description: "Differences by employee, at most 5,000." })
  changes: PayrollDifference[];
  @Field(() => Int, { description: "Number of all differences." })
  total: number;
}
