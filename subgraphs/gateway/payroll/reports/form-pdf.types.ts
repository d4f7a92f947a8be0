import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";

export type PrintedForm = "w2" | "w3" | "940" | "941" | "1099nec";

@ArgsType()
export class PayrollFormPdfArgs {
  @Field(() => String, { description: "Form to print: w2, w3, 940, 941 or 1099nec." })
  @Matches(/^(w2|w3|940|941|1099nec)$/)
  form: PrintedForm;
  @Field(() => Int, { description: "Calendar year of the form, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => Int, { nullable: true, description: "Quarter of Form 941, 1 to 4." })
  @IsOptional()
  @Min(1)
  @Max(4)
  quarter?: number | null;
  @Field(() => ID, { nullable: true, description: "ID of the employee whose Form W-2 is printed." })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the contractor whose Form 1099-NEC is printed." })
  @IsOptional()
  @MaxLength(64)
  contractorId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to return the PDF file itself instead of JSON. Default false.",
  })
  download?: boolean | null;
}

@ObjectType({
  description: "A form as a PDF with the box numbers of the official one. Tax numbers of people are masked.",
})
export class PayrollFormPdf {
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
  @Field(() => String, { description: "SHA-256 hash of the file, in hex." })
  sha256: string;
}
