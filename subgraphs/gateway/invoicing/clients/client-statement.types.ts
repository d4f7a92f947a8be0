import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { localeMessage, localePattern } from "../printing/document-locale.ts";

@ArgsType()
export class ClientStatementArgs {
  @Field(() => ID, { description: "ID of the client whose statement to return." })
  @MaxLength(64)
  clientId: string;
  @Field(() => DateScalar, { description: "First day of the statement, YYYY-MM-DD." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the statement, YYYY-MM-DD." })
  to: string;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the statement: USD, CAD, EUR or GBP. Default: the client's currency, else USD.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@ArgsType()
export class ClientStatementPdfArgs extends ClientStatementArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Language of the document: en, fr, de, es or pt. Add a country for its formats, such as de-CH. Default: the seller's.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, { message: localeMessage })
  locale?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to return the PDF bytes instead of JSON. Default false.",
  })
  download?: boolean | null;
}

@ObjectType({ description: "A movement on a client's account." })
export class StatementLine {
  @Field(() => DateScalar, { description: "Date on which the movement was booked." })
  date: string;
  @Field(() => String, {
    description:
      "Kind of movement: `invoice`, `cancelled`, `payment`, `refund`, `credit_note` or `write_off`.",
  })
  kind: string;
  @Field(() => String, {
    nullable: true,
    description: "Document number or payment reference. Null when there is none.",
  })
  number: string | null;
  @Field(() => MoneyScalar, {
    description: "Change of the balance: positive when the client owes more, negative when less.",
  })
  amount: number;
  @Field(() => MoneyScalar, { description: "Balance of the client after this movement." })
  balance: number;
}

@ObjectType({
  description:
    "Account statement of a client over a period. Opening balance plus all lines equals the closing balance.",
})
export class ClientStatement {
  @Field(() => ID, { description: "ID of the client that the statement is for." })
  clientId: string;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => DateScalar, { description: "First day of the statement period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the statement period." })
  to: string;
  @Field(() => MoneyScalar, {
    description: "Opening balance before the first day. Negative when the client had credit.",
  })
  opening: number;
  @Field(() => [StatementLine], { description: "Movements within the period, oldest first." })
  lines: StatementLine[];
  @Field(() => MoneyScalar, {
    description: "Closing balance at the end of the last day. Negative when the client has credit.",
  })
  closing: number;
}
