import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Bank that gets an ACH file, and how it knows you." })
export abstract class AchBankInput {
  @Field(() => String, { description: "Nine-digit routing number of the bank that gets the file." })
  @MaxLength(9)
  @Matches(/^[0-9]{9}$/, { message: "must be nine digits" })
  bankRoutingNumber: string;
  @Field(() => String, { description: "Name of the bank that gets the file, at most 23 characters." })
  @MaxLength(23)
  @Matches(/\S/, { message: "must not be blank" })
  bankName: string;
  @Field(() => String, {
    nullable: true,
    description: "Ten-character company identification that the bank assigned. Default: 1 and your EIN.",
  })
  @IsOptional()
  @MaxLength(10)
  @Matches(/^[A-Z0-9]{10}$/, { message: "must be ten capital letters or digits" })
  companyIdentification?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to return the file itself instead of JSON. Default false.",
  })
  download?: boolean | null;
}

@InputType({ description: "Approved payroll run to pay through your bank, and how the bank knows you." })
export class CreatePayrollAchFileInput extends AchBankInput {
  @Field(() => ID, { description: "ID of the approved payroll run." })
  @MaxLength(64)
  runId: string;
}

@ObjectType({ description: "ACH file for your bank. The platform sends it nowhere." })
export class AchFileContent {
  @Field(() => String, { description: "Suggested name for the file." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `text/plain`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: `utf8`." })
  encoding: string;
  @Field(() => String, {
    description: "File content with full account numbers, in records of 94 characters.",
  })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 hash of the file, in hex." })
  sha256: string;
  @Field(() => Int, { description: "Number of payments in the file." })
  entryCount: number;
  @Dollars("total", { description: "Total of the payments in dollars." })
  totalCents: number;
  @Field(() => DateScalar, { description: "Day on which recipients are to get the money." })
  effectiveDate: string;
}

@ObjectType({
  description: "ACH file that pays a payroll run through a bank. The platform sends it nowhere.",
})
export class PayrollAchFile extends AchFileContent {
  @Field(() => ID, { description: "ID of the payroll run." })
  runId: string;
  @Field(() => [ID], {
    description: "IDs of employees of the run who have no bank account. Pay them by check.",
  })
  unpaidEmployeeIds: string[];
  @Field(() => Date, { description: "Time at which the file of the run was first created." })
  createdAt: string;
}

@InputType({ description: "Contractor payments to make through your bank, and how the bank knows you." })
export class CreateContractorAchFileInput extends AchBankInput {
  @Field(() => [ID], { description: "IDs of 1 to 1,000 payments, all with the same pay date." })
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  paymentIds: string[];
}

@ObjectType({
  description: "ACH file that pays contractors through a bank. The platform sends it nowhere.",
})
export class ContractorAchFile extends AchFileContent {
  @Field(() => Date, { description: "Time at which the file of the payments was first created." })
  createdAt: string;
}
