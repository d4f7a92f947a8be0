import { Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "Pay beside salary or hours in each regular run, such as a car allowance." })
export class RecurringEarning {
  @Field(() => ID, { description: "ID of the recurring earning." })
  id: string;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Code on payslips, such as `car_allowance`." })
  code: string;
  @Dollars("amount", { description: "Amount per regular run, in dollars. Taxed as regular wages." })
  amountCents: number;
  @Field(() => DateScalar, { description: "First pay date that includes it." })
  startsOn: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date that includes it. Null while it has no end.",
  })
  endsOn: string | null;
}

@InputType({ description: "Recurring earning to add." })
export class AddRecurringEarningInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, {
    description: "Code on payslips: lowercase letters, digits and underscores, such as car_allowance.",
  })
  @MaxLength(40)
  @Matches(/^[a-z][a-z0-9_]*$/, { message: "must be lowercase letters, digits and underscores" })
  code: string;
  @Field(() => UsDollarsScalar, { description: "Amount per regular run, in dollars." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => DateScalar, { description: "First pay date that includes it." })
  from: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date that includes it. Omit for no end.",
  })
  to?: string | null;
}

@InputType({ description: "Recurring earning to end." })
export class RemoveRecurringEarningInput {
  @Field(() => ID, { description: "ID of the recurring earning." })
  @MaxLength(64)
  earningId: string;
  @Field(() => DateScalar, { description: "Last pay date that includes it." })
  to: string;
}
