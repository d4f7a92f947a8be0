import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import type { RunType } from "./run.types.ts";

@ArgsType()
export class PreviewPayrollArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of a payroll run in status `draft`. Leave it out to preview a period without a draft.",
  })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day of the period. Required without `runId`.",
  })
  periodStart?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day of the period. Required without `runId`.",
  })
  periodEnd?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Type of run: regular, off_cycle, bonus, or final. Default: regular.",
  })
  @IsOptional()
  @Matches(/^(regular|off_cycle|bonus|final)$/)
  type?: RunType | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the pay schedule. Required when several schedules have this period.",
  })
  @IsOptional()
  @MaxLength(64)
  scheduleId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day on which employees are paid. Default as for a run.",
  })
  payDate?: string | null;
}
