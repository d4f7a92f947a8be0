import { IsOptional, MaxLength } from "class-validator";
import { Directive, Field, ID, InputType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@InputType({
  description: "Payslips to write as a payroll: of a run, or by pay date. Internal to the platform.",
})
@Directive("@inaccessible")
export class ExportedPayrollInput {
  @Field(() => ID, { nullable: true, description: "ID of the payroll run." })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First pay date." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last pay date." })
  to?: string | null;
}
