import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID } from "type-graphql";

@ArgsType()
export class PayslipArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the payslip. Required unless `employeeId` and `runId` are set.",
  })
  @IsOptional()
  @MaxLength(64)
  payslipId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the employee who was paid. Set it with `runId`." })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the payroll run. Its payslip is returned, not one that was reversed.",
  })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
}
