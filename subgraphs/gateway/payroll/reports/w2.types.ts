import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Year and employees of the wage statements to generate." })
export class GenerateW2Input {
  @Field(() => Int, { description: "Calendar year of the wages, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the employees, 1 to 1,000. Default: everyone paid in the year.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  employeeIds?: string[] | null;
}

@ObjectType({ description: "An amount in box 12 of Form W-2." })
export class W2Box12 {
  @Field(() => String, { description: "Code of the amount. `D`: deferred into a retirement plan." })
  code: string;
  @Dollars("amount", { description: "Amount for this code, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "An amount in box 14 of Form W-2." })
export class W2Box14 {
  @Field(() => String, { description: "What it is, such as `California State Disability Insurance`." })
  label: string;
  @Dollars("amount", { description: "Amount withheld in the year, in dollars." })
  amountCents: number;
}

@ObjectType({
  description: "Boxes 15 to 20 of Form W-2 for one state and locality.",
})
export class W2State {
  @Field(() => String, { description: "Box 15: two-letter code of the state." })
  state: string;
  @Field(() => String, {
    nullable: true,
    description: "Box 15: number of the employer at the state, from the payroll settings. Null when not set.",
  })
  employerStateId: string | null;
  @Dollars("box16", { description: "Box 16: wages on the base of the state's income tax." })
  box16Cents: number;
  @Dollars("box17", { description: "Box 17: state income tax withheld." })
  box17Cents: number;
  @Dollars("box18", { description: "Box 18: wages that the locality taxes." })
  box18Cents: number;
  @Dollars("box19", { description: "Box 19: county income tax withheld apart from the state's." })
  box19Cents: number;
  @Field(() => String, {
    nullable: true,
    description: "Box 20: name of the locality. Null where no local tax was withheld.",
  })
  locality: string | null;
}

@ObjectType({ description: "Boxes of Form W-2, in dollars." })
export class W2Figures {
  @Dollars("box1", { description: "Box 1: wages subject to federal income tax." })
  box1Cents: number;
  @Dollars("box2", { description: "Box 2: federal income tax withheld." })
  box2Cents: number;
  @Dollars("box3", { description: "Box 3: wages subject to Social Security tax." })
  box3Cents: number;
  @Dollars("box4", { description: "Box 4: Social Security tax withheld." })
  box4Cents: number;
  @Dollars("box5", { description: "Box 5: wages subject to Medicare tax." })
  box5Cents: number;
  @Dollars("box6", { description: "Box 6: Medicare tax withheld, including Additional Medicare tax." })
  box6Cents: number;
  @Field(() => [W2Box12], { description: "Box 12: coded amounts, such as retirement plan deferrals." })
  box12: W2Box12[];
  @Field(() => [W2Box14], { description: "Box 14: contributions to insurances of states." })
  box14: W2Box14[];
  @Field(() => [W2State], {
    description: "Boxes 15 to 20, by state whose income tax was withheld, and locality.",
  })
  states: W2State[];
}

@ObjectType({
  description: "A wage statement (Form W-2) of an employee. A later revision corrects the previous one.",
})
export class W2 {
  @Field(() => ID, { description: "ID of the wage statement." })
  id: string;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Full name of the employee." })
  employeeName: string;
  @Field(() => String, {
    nullable: true,
    description: "Social Security number, masked to the last four digits. Null until provided.",
  })
  ssn: string | null;
  @Field(() => Int, { description: "Calendar year of the wages." })
  year: number;
  @Field(() => String, { description: "Form of the statement: `W-2`, or `W-2c` for a correction." })
  form: string;
  @Field(() => Int, {
    description: "Revision number of the statement. 1 is the original, higher numbers are corrections.",
  })
  revision: number;
  @Field(() => W2Figures, { description: "Amounts in the boxes of the form." })
  boxes: W2Figures;
  @Field(() => W2Figures, {
    nullable: true,
    description: "Boxes of the previous revision. Null on the original.",
  })
  corrects: W2Figures | null;
  @Field(() => Date, { description: "Time at which this revision was generated." })
  createdAt: string;
}

@ObjectType({ description: "Wage statements of a year." })
export class W2List {
  @Field(() => Int, { description: "Calendar year of the wages." })
  year: number;
  @Field(() => [W2], { description: "Wage statements, one per employee." })
  w2s: W2[];
}
