import {
  ArrayMaxSize,
  ArrayMinSize,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { JournalEntryStatus } from "./journal.types.ts";

/** Most lines of an entry of a person or an app. */
const maxLines = 200;
const dimension = (what: string) =>
  `${what} that the amount belongs to. A name or ID of up to 64 characters.`;

@InputType({
  description: "Debit or credit of one ledger account. Send exactly one of `debit` and `credit`.",
})
export class JournalLineInput {
  @Field(() => ID, { description: "ID of the ledger account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => MoneyScalar, { nullable: true, description: "Amount of a debit, above 0." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  debit?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Amount of a credit, above 0." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  credit?: number | null;
  @Field(() => String, { nullable: true, description: "Note on the line, up to 200 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  memo?: string | null;
  @Field(() => String, { nullable: true, description: dimension("App") })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  app?: string | null;
  @Field(() => String, { nullable: true, description: dimension("Client") })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  client?: string | null;
  @Field(() => String, { nullable: true, description: dimension("Project") })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  project?: string | null;
}

@InputType({ description: "Journal entry to keep as a draft. Its debits equal its credits." })
export class CreateJournalEntryInput {
  @Field(() => DateScalar, { description: "Date on which the entry counts." })
  date: string;
  @Field(() => String, { description: "What the entry is about, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  memo: string;
  @Field(() => [JournalLineInput], { description: "2 to 200 lines. All accounts are of one ledger." })
  @ArrayMinSize(2)
  @ArrayMaxSize(maxLines)
  @ValidateNested({ each: true })
  lines: JournalLineInput[];
  @Field(() => String, {
    nullable: true,
    description: "Currency of the amounts where it is not that of the ledger. Needs `exchangeRate`.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  foreignCurrency?: string | null;
  @Field(() => Float, {
    nullable: true,
    description:
      "Units of the ledger's currency per unit of the foreign currency, with up to 10 decimals. Amounts are converted and rounded so that both sides stay equal.",
  })
  @IsOptional()
  @Min(0.000_000_000_1)
  @Max(1_000_000)
  exchangeRate?: number | null;
  @Field(() => [ID], { nullable: true, description: "IDs of uploaded files to attach, at most 20." })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(64, { each: true })
  attachments?: string[] | null;
}

@InputType({ description: "Journal entry to act on." })
export class JournalEntryInput {
  @Field(() => ID, { description: "ID of the journal entry." })
  @MaxLength(64)
  entryId: string;
}

@InputType({ description: "Posted journal entry to reverse." })
export class ReverseJournalEntryInput {
  @Field(() => ID, { description: "ID of the journal entry." })
  @MaxLength(64)
  entryId: string;
  @Field(() => DateScalar, { description: "Date of the reversal, not before the entry's own." })
  date: string;
  @Field(() => String, {
    nullable: true,
    description: "What the reversal is about, up to 500 characters. Default: names the entry.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  memo?: string | null;
}

@ArgsType()
export class JournalEntriesArgs {
  @Field(() => DateScalar, { nullable: true, description: "Only entries from this date." })
  @IsOptional()
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Only entries up to this date." })
  @IsOptional()
  to?: string | null;
  @Field(() => ID, { nullable: true, description: "Only entries with a line of this ledger account." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => JournalEntryStatus, { nullable: true, description: "Only entries with this status." })
  @IsOptional()
  status?: JournalEntryStatus | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of entries per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}
