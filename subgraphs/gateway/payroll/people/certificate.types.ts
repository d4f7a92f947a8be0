import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";
import { EmployeeArgs } from "./employee.types.ts";

const stateForm = /^[A-Z]{2}$/;
const stateMessage = { message: "must be a state as TX" };

@ObjectType({ description: "Form W-4 of 2020 or later." })
export class W4Certificate {
  @Field(() => ID, {
    nullable: true,
    description: "Null: none is filed, so single without adjustments holds.",
  })
  id: string | null;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  filingStatus: string;
  @Field(() => Boolean)
  step2: boolean;
  @Dollars("step3Amount")
  step3Cents: number;
  @Dollars("step4a")
  step4aCents: number;
  @Dollars("step4b")
  step4bCents: number;
  @Dollars("step4c")
  step4cCents: number;
  @Field(() => Boolean)
  exempt: boolean;
  @Field(() => DateScalar, { nullable: true, description: "In force for pay dates from here on." })
  effectiveDate: string | null;
}

@InputType({
  description: "Form W-4 of 2020 or later, in force from the first pay date on or after its date.",
})
export class SubmitW4Input {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "single (also married filing separately), married or head." })
  @Matches(/^(single|married|head)$/)
  filingStatus: "single" | "married" | "head";
  @Field(() => Boolean, { nullable: true })
  step2?: boolean | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step3Amount?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4a?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4b?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4c?: number | null;
  @Field(() => Boolean, { nullable: true })
  exempt?: boolean | null;
  @Field(() => DateScalar)
  effectiveDate: string;
}

@ArgsType()
export class W4Args extends EmployeeArgs {
  @Field(() => DateScalar, { nullable: true, description: "Today when left out." })
  asOf?: string | null;
}

@ObjectType({ description: "What bears on the income tax of a state." })
export class StateWithholding {
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  state: string;
  @Field(() => String)
  filingStatus: string;
  @Field(() => Int)
  allowances: number;
  @Dollars("extra")
  extraCents: number;
}

@InputType({ description: "An employee's certificate for the income tax of a state." })
export class SetStateWithholdingInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => String)
  @Matches(stateForm, stateMessage)
  state: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(single|married|head)$/)
  filingStatus?: "single" | "married" | "head" | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(99)
  allowances?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Withheld besides, each period." })
  @IsOptional()
  @MinCredits(0)
  extra?: number | null;
}
