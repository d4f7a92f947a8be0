import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Year of the wage statements, and who sends the file." })
export class CreateW2FileInput {
  @Field(() => Int, { description: "Calendar year of the wages, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => String, {
    description: "User ID of the person who sends the file, from the SSA's Business Services Online.",
  })
  @Matches(/^[A-Za-z0-9]{8}$/, { message: "must be a user ID of 8 letters and digits" })
  ssaUser: string;
  @Field(() => String, { description: "Name of the person whom the SSA may ask, at most 27 characters." })
  @MaxLength(27)
  @Matches(/\S/, { message: "must not be blank" })
  contactName: string;
  @Field(() => String, { description: "Phone number of that person, with 10 digits." })
  @Matches(/^\+?[0-9 ().-]{10,20}$/, { message: "must be a phone number" })
  contactPhone: string;
  @Field(() => String, { description: "E-mail address of that person, at most 40 characters." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(40)
  contactEmail: string;
  @Field(() => String, {
    nullable: true,
    description: "Wage file identifier (WFID) of the SSA's notice, when a returned file is sent again.",
  })
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{6}$/, { message: "must be a wage file identifier of 6 letters and digits" })
  resubmits?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Send the file itself instead of JSON. REST only. Default false.",
  })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({
  description: "File of a year's Forms W-2 in the SSA's format EFW2. The platform sends it nowhere.",
})
export class W2File {
  @Field(() => Int, { description: "Calendar year of the wages." })
  year: number;
  @Field(() => String, { description: "Suggested name for the file." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `text/plain`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: `utf8`." })
  encoding: string;
  @Field(() => String, {
    description: "File content with full Social Security numbers, in records of 512 characters.",
  })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 hash of the file, in hex." })
  sha256: string;
  @Field(() => Int, { description: "Number of wage statements in the file." })
  statementCount: number;
  @Dollars("wages", { description: "Sum of box 1 in dollars." })
  wagesCents: number;
  @Dollars("federalTax", { description: "Sum of box 2 in dollars." })
  federalTaxCents: number;
  @Field(() => [ID], {
    description:
      "IDs of employees whose statement has a later revision. If you sent an earlier file, file a Form W-2c for them.",
  })
  correctedEmployeeIds: string[];
}
