import { ArrayMaxSize, ArrayMinSize, IsEmail, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { FilingArgs, FilingInput } from "../filings/filing-input.types.ts";

@ObjectType({ description: "A vehicle on Schedule 1." })
export class ScheduleVehicleLine {
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => String, { description: "Weight category A to V, or W when the tax is suspended." })
  category: string;
}

@ObjectType({
  description: "Stamped Schedule 1 of an accepted return: proof of payment for vehicle registration.",
})
export class Schedule1 {
  @Field(() => ID, { description: "ID of the accepted return." })
  filingId: string;
  @Field(() => String, { description: "`stamped`, or `voided` by a VIN correction." })
  status: string;
  @Field(() => String, { description: "Text of the stamp on the document." })
  watermark: string;
  @Field(() => String, { description: "Business name of the filer." })
  filer: string;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  period: number;
  @Field(() => String, { description: "Month of first use as YYYY-MM." })
  firstUseMonth: string;
  @Field(() => [ScheduleVehicleLine], { description: "Vehicles on the schedule (Part I)." })
  vehicles: ScheduleVehicleLine[];
  @Field(() => Int, { description: "Number of vehicles reported (Part II, line a)." })
  totalReported: number;
  @Field(() => Int, { description: "Number of vehicles with suspended tax, category W (Part II, line b)." })
  totalSuspended: number;
  @Field(() => Int, { description: "Number of taxable vehicles (Part II, line c)." })
  totalTaxable: number;
  @Field(() => String, { description: "Code with which anyone can verify the stamp, for verify_schedule1." })
  verificationCode: string;
  @Field(() => String, { description: "Submission ID assigned by the e-file service." })
  submissionId: string;
  @Field(() => Date, { description: "Time at which the return was accepted." })
  acceptedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the schedule was voided. Null while it is valid.",
  })
  voidedAt: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the return whose Schedule 1 replaces this one. Null while it is valid.",
  })
  replacedBy: string | null;
}

@ArgsType()
export class SchedulePdfArgs extends FilingArgs {
  @Field(() => Boolean, {
    nullable: true,
    description: "True to return the PDF file itself instead of JSON. Default false.",
  })
  download?: boolean | null;
}

@ObjectType({ description: "A Form 2290 document as a PDF file." })
export class ScheduleFile {
  @Field(() => ID, { description: "ID of the return." })
  filingId: string;
  @Field(() => String, { description: "Suggested name for the file." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: `base64`." })
  encoding: string;
  @Field(() => String, { description: "File content, base64 encoded." })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
}

@ArgsType()
export class VerifyScheduleArgs {
  @Field(() => String, { description: "Verification code printed on a Schedule 1." })
  @MaxLength(64)
  code: string;
}

@ObjectType({ description: "Result of verifying a Schedule 1 stamp. Shows no other data of the return." })
export class ScheduleVerification {
  @Field(() => Boolean, {
    description: "True when the code belongs to a stamped Schedule 1 that is not voided.",
  })
  valid: boolean;
  @Field(() => String, { nullable: true, description: "Business name of the filer. Null when not valid." })
  filer: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Year in which the tax period begins. Null when not valid.",
  })
  period: number | null;
  @Field(() => [ScheduleVehicleLine], { description: "Vehicles on the schedule. Empty when not valid." })
  vehicles: ScheduleVehicleLine[];
}

@InputType({ description: "Stamped Schedule 1 to e-mail, and its recipients." })
export class EmailScheduleInput extends FilingInput {
  @Field(() => [String], {
    description: "E-mail addresses of the recipients, 1 to 20. Each gets a message of its own.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @MaxLength(254, { each: true })
  @IsEmail({}, { each: true, message: "must be e-mail addresses" })
  to: string[];
}

@ObjectType({ description: "Confirmation that e-mails with a Schedule 1 are on their way." })
export class EmailedSchedule {
  @Field(() => ID, { description: "ID of the accepted return." })
  filingId: string;
  @Field(() => Int, { description: "Number of messages queued for sending." })
  sent: number;
}
