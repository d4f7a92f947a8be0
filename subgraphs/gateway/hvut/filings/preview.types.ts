import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FilingKindEnum, FilingStatusEnum } from "./filing-enums.types.ts";
import type { FilingKind, FilingStatus } from "./filing-states.ts";
import { FilingFinding } from "./filing.types.ts";
import { ScheduleFile, ScheduleVehicleLine } from "../schedules/schedule.types.ts";

@ObjectType({ description: "A line of Form 2290: its number, what it says, and its amount or text." })
export class FormLine {
  @Field(() => String)
  line: string;
  @Field(() => String)
  label: string;
  @Field(() => MoneyScalar, { nullable: true })
  amount: number | null;
  @Field(() => String, { nullable: true })
  text: string | null;
}

@ObjectType({ description: "Schedule 1 of a return that is not stamped." })
export class PlainSchedule {
  @Field(() => [ScheduleVehicleLine])
  vehicles: ScheduleVehicleLine[];
  @Field(() => Int, { description: "Part II, line a." })
  totalReported: number;
  @Field(() => Int, { description: "Part II, line b: category W." })
  totalSuspended: number;
  @Field(() => Int, { description: "Part II, line c." })
  totalTaxable: number;
}

@ObjectType({ description: "Form 2290 as it is sent, or would be. A preview is no proof of anything." })
export class Form2290Preview {
  @Field(() => ID)
  filingId: string;
  @Field(() => FilingStatusEnum)
  status: FilingStatus;
  @Field(() => FilingKindEnum)
  kind: FilingKind;
  @Field(() => Int)
  period: number;
  @Field(() => String)
  filer: string;
  @Field(() => String, { nullable: true, description: "All but the last four digits are masked." })
  ein: string | null;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => [FormLine])
  lines: FormLine[];
  @Field(() => String)
  currency: string;
  @Field(() => PlainSchedule)
  schedule1: PlainSchedule;
  @Field(() => [FilingFinding], { description: "What keeps it from being sent." })
  errors: FilingFinding[];
  @Field(() => ScheduleFile)
  pdf: ScheduleFile;
}
