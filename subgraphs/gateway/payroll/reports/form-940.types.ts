import { Max, Min } from "class-validator";
import { ArgsType, Field, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@ArgsType()
export class Form940Args {
  @Field(() => Int, { description: "Calendar year of the return, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
}

@ObjectType({
  description: "Lines of Form 940 for a year, calculated from payslips. Amounts are in dollars.",
})
export class Form940 {
  @Field(() => Int, { description: "Calendar year of the return." })
  year: number;
  @Field(() => String, {
    nullable: true,
    description: "Legal name of the employer. Null until set in the payroll settings.",
  })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN). Null until set in the payroll settings.",
  })
  ein: string | null;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => [String], {
    description: "Lines 1a and 1b: states with taxable wages. Several need Schedule A.",
  })
  states: string[];
  @Dollars("line3", { description: "Line 3: total pay of all employees." })
  line3Cents: number;
  @Dollars("line4", {
    description: "Line 4: pay exempt from federal unemployment tax, such as section 125 deductions.",
  })
  line4Cents: number;
  @Dollars("line5", { description: "Line 5: pay of each employee above 7,000." })
  line5Cents: number;
  @Dollars("line6", { description: "Line 6: lines 4 and 5." })
  line6Cents: number;
  @Dollars("line7", { description: "Line 7: taxable wages." })
  line7Cents: number;
  @Dollars("line8", { description: "Line 8: tax before adjustments, 0.6 % of line 7." })
  line8Cents: number;
  @Dollars("line12", { description: "Line 12: tax after adjustments. See `notIncluded`." })
  line12Cents: number;
  @Dollars("line13", { description: "Line 13: deposits recorded for the year." })
  line13Cents: number;
  @Dollars("line14", { description: "Line 14: balance due." })
  line14Cents: number;
  @Dollars("line15", { description: "Line 15: overpayment." })
  line15Cents: number;
  @Field(() => [UsDollarsScalar], {
    name: "line16",
    simple: false,
    description: "Lines 16a to 16d: tax liability of each quarter.",
  })
  line16Cents: readonly number[];
  @Dollars("line17", { description: "Line 17: tax liability of the year, equal to line 12." })
  line17Cents: number;
  @Field(() => [String], { description: "Lines that payslips do not show, and that you complete." })
  notIncluded: string[];
}
