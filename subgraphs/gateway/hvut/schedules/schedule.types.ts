import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { FilingArgs } from "../filings/filing-input.types.ts";

@ObjectType({ description: "A vehicle on Schedule 1." })
export class ScheduleVehicleLine {
  @Field(() => String)
  vin: string;
  @Field(() => String)
  category: string;
}

@ObjectType({ description: "The stamped copy of an accepted return: proof of payment for registration." })
export class Schedule1 {
  @Field(() => ID)
  filingId: string;
  @Field(() => String, { description: "`stamped`, or `voided` by a correction." })
  status: string;
  @Field(() => String)
  watermark: string;
  @Field(() => String)
  filer: string;
  @Field(() => Int)
  period: number;
  @Field(() => String)
  firstUseMonth: string;
  @Field(() => [ScheduleVehicleLine])
  vehicles: ScheduleVehicleLine[];
  @Field(() => Int, { description: "Part II, line a." })
  totalReported: number;
  @Field(() => Int, { description: "Part II, line b: category W." })
  totalSuspended: number;
  @Field(() => Int, { description: "Part II, line c." })
  totalTaxable: number;
  @Field(() => String, { description: "For verify_schedule1." })
  verificationCode: string;
  @Field(() => String)
  submissionId: string;
  @Field(() => Date)
  acceptedAt: Date;
  @Field(() => Date, { nullable: true })
  voidedAt: Date | null;
  @Field(() => ID, { nullable: true, description: "The return whose Schedule 1 stands in its place." })
  replacedBy: string | null;
}

@ArgsType()
export class SchedulePdfArgs extends FilingArgs {
  @Field(() => Boolean, { nullable: true, description: "True for the bytes of the file instead of JSON." })
  download?: boolean | null;
}

@ObjectType({ description: "A Schedule 1 as a file." })
export class ScheduleFile {
  @Field(() => ID)
  filingId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "`application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "`base64`." })
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes of the file." })
  size: number;
}

@ArgsType()
export class VerifyScheduleArgs {
  @Field(() => String, { description: "The verification code of a Schedule 1." })
  @MaxLength(64)
  code: string;
}

@ObjectType({ description: "Whether a stamp is good. Nothing else of the return is told." })
export class ScheduleVerification {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => String, { nullable: true })
  filer: string | null;
  @Field(() => Int, { nullable: true })
  period: number | null;
  @Field(() => [ScheduleVehicleLine])
  vehicles: ScheduleVehicleLine[];
}
