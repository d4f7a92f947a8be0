import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FilingKindEnum, FilingStatusEnum } from "./filing-enums.types.ts";
import type { FilingKind, FilingStatus } from "./filing-states.ts";
import { FilingFinding } from "./filing.types.ts";
import { ScheduleFile, ScheduleVehicleLine } from "../schedules/schedule.types.ts";

@ObjectType({ description: "A line of Form 2290." })
export class FormLine {
  @Field(() => String, { description: "Line number on the form." })
  line: string;
  @Field(() => String, { description: "Meaning of the line." })
  label: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount on the line, in dollars. Null on a text line.",
  })
  amount: number | null;
  @Field(() => String, { nullable: true, description: "Text on the line. Null on an amount line." })
  text: string | null;
}

@ObjectType({ description: "Schedule 1 of a return, without a stamp." })
export class PlainSchedule {
  @Field(() => [ScheduleVehicleLine], { description: "Vehicles on the schedule (Part I)." })
  vehicles: ScheduleVehicleLine[];
  @Field(() => Int, { description: "Number of vehicles reported (Part II, line a)." })
  totalReported: number;
  @Field(() => Int, { description: "Number of vehicles with suspended tax, category W (Part II, line b)." })
  totalSuspended: number;
  @Field(() => Int, { description: "Number of taxable vehicles (Part II, line c)." })
  totalTaxable: number;
}

@ObjectType({ description: "Preview of Form 2290 as it is filed. Not proof of payment." })
export class Form2290Preview {
  @Field(() => ID, { description: "ID of the return." })
  filingId: string;
  @Field(() => FilingStatusEnum, { description: "Status of the return." })
  status: FilingStatus;
  @Field(() => FilingKindEnum, { description: "Kind of return: original, or an amendment." })
  kind: FilingKind;
  @Field(() => Int, { description: "Year in which the tax period begins." })
  period: number;
  @Field(() => String, { description: "Business name of the filer." })
  filer: string;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), masked to the last four digits. Null until entered.",
  })
  ein: string | null;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => [FormLine], { description: "Lines 1 to 6 of the form." })
  lines: FormLine[];
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => PlainSchedule, { description: "Schedule 1 with the vehicles of the return." })
  schedule1: PlainSchedule;
  @Field(() => [FilingFinding], { description: "Broken rules that prevent filing." })
  errors: FilingFinding[];
  @Field(() => ScheduleFile, { description: "Preview as a PDF file." })
  pdf: ScheduleFile;
}
