import { Max, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@ArgsType()
export class FormW3Args {
  @Field(() => Int, { description: "Calendar year of the wages, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
}

@ObjectType({
  description:
    "Boxes of Form W-3, which goes to the Social Security Administration with Forms W-2. In dollars.",
})
export class FormW3 {
  @Field(() => Int, { description: "Calendar year of the wages." })
  year: number;
  @Field(() => String, {
    nullable: true,
    description: "Box f: legal name of the employer. Null until set in the payroll settings.",
  })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Box e: employer identification number (EIN). Null until set in the payroll settings.",
  })
  ein: string | null;
  @Field(() => DateScalar, { description: "Last day on which the form is on time." })
  dueDate: string;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => Int, { description: "Box c: number of Forms W-2." })
  statements: number;
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
  @Dollars("box12a", { description: "Box 12a: deferred compensation." })
  box12aCents: number;
  @Field(() => [String], { description: "Box 15: states of the statements. Several are entered as `X`." })
  states: string[];
  @Dollars("box16", { description: "Box 16: wages on the bases of states' income taxes." })
  box16Cents: number;
  @Dollars("box17", { description: "Box 17: state income tax withheld." })
  box17Cents: number;
  @Dollars("box18", { description: "Box 18: wages that localities tax." })
  box18Cents: number;
  @Dollars("box19", { description: "Box 19: local income tax withheld." })
  box19Cents: number;
  @Field(() => [ID], {
    description:
      "IDs of employees whose Form W-2 is not generated, or not since a change. Generate those first.",
  })
  outdatedEmployeeIds: string[];
}
