import { IsOptional } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Days on which the employees to report began work." })
export class CreateNewHireFileInput {
  @Field(() => DateScalar, { description: "First start date to report." })
  from: string;
  @Field(() => DateScalar, { description: "Last start date to report, at most a year after `from`." })
  to: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Send the file itself instead of JSON. REST only. Default false.",
  })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({
  description:
    "New employees with what a state directory of new hires asks for. The platform sends it nowhere.",
})
export class NewHireFile {
  @Field(() => String, { description: "Suggested name for the file." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `text/csv`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: `utf8`." })
  encoding: string;
  @Field(() => String, { description: "File content with full Social Security numbers, as CSV." })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 hash of the file, in hex." })
  sha256: string;
  @Field(() => Int, { description: "Number of employees in the file." })
  employeeCount: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day by which a report is due: 20 days after a start date. Some states ask for less.",
  })
  firstDueDate: string | null;
  @Field(() => [ID], {
    description: "IDs of employees who are left out: they lack an address or a Social Security number.",
  })
  incompleteEmployeeIds: string[];
}
