import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Year and contractors of the Forms 1099-NEC to generate." })
export class Generate1099NecInput {
  @Field(() => Int, { description: "Calendar year of the payments, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the contractors, 1 to 1,000. Default: everyone paid in the year.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  contractorIds?: string[] | null;
}

@ObjectType({ description: "Form 1099-NEC of a contractor. A later revision corrects the previous one." })
export class Form1099Nec {
  @Field(() => ID, { description: "ID of the form." })
  id: string;
  @Field(() => ID, { description: "ID of the contractor." })
  contractorId: string;
  @Field(() => String, { description: "Name of the contractor." })
  contractorName: string;
  @Field(() => String, {
    nullable: true,
    description: "Taxpayer number, masked to the last four digits. Null until provided.",
  })
  tin: string | null;
  @Field(() => Int, { description: "Calendar year of the payments." })
  year: number;
  @Field(() => Int, { description: "Revision number. 1 is the original, higher numbers are corrections." })
  revision: number;
  @Dollars("box1", { description: "Box 1: nonemployee compensation paid in the year." })
  box1Cents: number;
  @Dollars("box4", { description: "Box 4: federal income tax withheld as backup withholding." })
  box4Cents: number;
  @Field(() => Date, { description: "Time at which this revision was generated." })
  createdAt: string;
}

@ObjectType({ description: "Forms 1099-NEC of a year." })
export class Form1099NecList {
  @Field(() => Int, { description: "Calendar year of the payments." })
  year: number;
  @Dollars("threshold", { description: "Payments in the year from which a form is required, in dollars." })
  thresholdCents: number;
  @Field(() => [Form1099Nec], { description: "Forms, one per contractor at or above the threshold." })
  forms: Form1099Nec[];
}
