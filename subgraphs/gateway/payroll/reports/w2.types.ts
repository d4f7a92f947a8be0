import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Whose wage statements of which year." })
export class GenerateW2Input {
  @Field(() => Int)
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => [ID], { nullable: true, description: "Only these employees." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  employeeIds?: string[] | null;
}

@ObjectType({ description: "An amount of box 12." })
export class W2Box12 {
  @Field(() => String, { description: "`D`: deferred into a retirement plan." })
  code: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "Boxes of a wage statement." })
export class W2Figures {
  @Dollars("box1", { description: "Wages that bear income tax." })
  box1Cents: number;
  @Dollars("box2", { description: "Federal income tax withheld." })
  box2Cents: number;
  @Dollars("box3", { description: "Social Security wages." })
  box3Cents: number;
  @Dollars("box4", { description: "Social Security tax withheld." })
  box4Cents: number;
  @Dollars("box5", { description: "Medicare wages." })
  box5Cents: number;
  @Dollars("box6", { description: "Medicare tax withheld, Additional Medicare included." })
  box6Cents: number;
  @Field(() => [W2Box12])
  box12: W2Box12[];
}

@ObjectType({ description: "A wage statement; a later revision corrects the one before." })
export class W2 {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  employeeName: string;
  @Field(() => String, { nullable: true, description: "All but the last four digits are masked." })
  ssn: string | null;
  @Field(() => Int)
  year: number;
  @Field(() => String, { description: "`W-2`, or `W-2c` of a correction." })
  form: string;
  @Field(() => Int)
  revision: number;
  @Field(() => W2Figures)
  boxes: W2Figures;
  @Field(() => W2Figures, { nullable: true, description: "What the revision before said." })
  corrects: W2Figures | null;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "Wage statements of a year." })
export class W2List {
  @Field(() => Int)
  year: number;
  @Field(() => [W2])
  w2s: W2[];
}
