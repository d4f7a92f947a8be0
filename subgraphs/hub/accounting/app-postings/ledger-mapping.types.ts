import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { ledgerSlotNames, ledgerSlots, type LedgerSlotName } from "./ledger-slots.ts";

const LedgerSlot = Object.fromEntries(ledgerSlotNames.map((name) => [name, name])) as {
  [Name in LedgerSlotName]: Name;
};
registerEnumType(LedgerSlot, {
  name: "LedgerSlot",
  description: "Place in the books that postings of apps need a ledger account for.",
  valuesConfig: Object.fromEntries(
    ledgerSlotNames.map((name) => [name, { description: ledgerSlots[name].description }]),
  ),
});

@ObjectType({ description: "Ledger account that postings of apps use for one purpose." })
export class LedgerMappingSlot {
  @Field(() => LedgerSlot, { description: "What is booked to the account." })
  slot: LedgerSlotName;
  @Field(() => String, { description: "What is booked to the account, in words." })
  description: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the ledger account; null when the chart lacks the standard account.",
  })
  accountId: string | null;
  @Field(() => String, { nullable: true, description: "Code of the ledger account; null without one." })
  accountCode: string | null;
  @Field(() => String, { nullable: true, description: "Name of the ledger account; null without one." })
  accountName: string | null;
  @Field(() => Boolean, { description: "True unless another account than the standard one was chosen." })
  isDefault: boolean;
}

@ObjectType({ description: "App whose records are posted to the ledger automatically." })
export class AutomaticPosting {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => Boolean, { description: "True while its records are posted automatically." })
  enabled: boolean;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day whose records are posted; null while it is off.",
  })
  from: string | null;
}

@ObjectType({
  description: "Ledger accounts that postings of apps use, and the apps that post automatically.",
})
export class LedgerMapping {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => [LedgerMappingSlot], { description: "Every purpose with its account." })
  slots: LedgerMappingSlot[];
  @Field(() => [AutomaticPosting], { description: "Apps that post automatically, in all ledgers." })
  automaticPostings: AutomaticPosting[];
}

@ArgsType()
export class LedgerMappingArgs {
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Account to use for one purpose." })
export class LedgerMappingChangeInput {
  @Field(() => LedgerSlot, { description: "What is booked to the account." })
  slot: LedgerSlotName;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the ledger account. Null uses the standard account again.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@InputType({ description: "Accounts to use for postings of apps from now on." })
export class UpdateLedgerMappingInput {
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => [LedgerMappingChangeInput], { description: "Purposes to change; others stay as they are." })
  @ArrayMinSize(1)
  @ArrayMaxSize(ledgerSlotNames.length)
  accounts: LedgerMappingChangeInput[];
}

@InputType({ description: "Whether an app's records are posted automatically." })
export class UpdateAutomaticPostingInput {
  @Field(() => ID, {
    description: "ID of the app: `invoicer`, `payroll`, `event-manager`, or `central` for credits.",
  })
  @MaxLength(64)
  appId: string;
  @Field(() => Boolean, { description: "True to post its records when they arise." })
  enabled: boolean;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day whose records are posted. Default: today.",
  })
  @IsOptional()
  from?: string | null;
}
