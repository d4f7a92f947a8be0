import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { DateScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { maxSignedBody } from "../../../src/graphql/validators.ts";

/** Products of the provider. */
const bankProducts = ["transactions", "auth", "identity", "investments", "liabilities", "assets"] as const;

@InputType({ description: "Settings of a bank login." })
export class CreateBankLinkTokenInput {
  @Field(() => ID, { description: "ID of the app that will use the connection." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => [String], {
    defaultValue: ["transactions"],
    description:
      "Data to import: `transactions`, `auth`, `identity`, `investments`, `liabilities` or `assets`.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(6)
  @IsIn(bankProducts, { each: true })
  products: string[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the connection whose login to repair. Omit it to connect a new bank.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  connectionId?: string | null;
}

@InputType({ description: "Login details returned by the provider's page." })
export class BankLinkMetadata {
  @Field(() => String, { description: "The provider's ID of the bank." })
  @MinLength(1)
  @MaxLength(100)
  institutionId: string;
  @Field(() => String, { description: "Name of the bank, at most 200 characters." })
  @MinLength(1)
  @MaxLength(200)
  institutionName: string;
  @Field(() => [JSONObjectScalar], {
    description:
      "Accounts from the provider's page, at most 100. Each has `name`, `mask`, `subtype` and, if any, `persistentAccountId`.",
  })
  @ArrayMaxSize(100)
  accounts: Record<string, unknown>[];
  @Field(() => String, { nullable: true, description: "The provider's ID of the login session." })
  @IsOptional()
  @MaxLength(200)
  linkSessionId?: string | null;
}

@InputType({ description: "Finished bank login to turn into a connection." })
export class ExchangeBankTokenInput {
  @Field(() => ID, { description: "ID of the app that will use the connection." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { description: "One-time token from the provider's page." })
  @MinLength(1)
  @MaxLength(500)
  publicToken: string;
  @Field(() => BankLinkMetadata, { description: "Login details from the provider's page." })
  metadata: BankLinkMetadata;
}

@InputType({ description: "Bank connection to sync." })
export class SyncBankConnectionInput {
  @Field(() => ID, { description: "ID of the bank connection." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID, {
    description: "ID of the app that requests the sync. The connection must be enabled for it.",
  })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether to sync again within 6 hours. Administrators only.",
  })
  forceSync: boolean;
  @Field(() => Int, {
    defaultValue: 7,
    description: "Number of days to count in the result, 1 to 730. All new transactions are stored.",
  })
  @IsInt()
  @Min(1)
  @Max(730)
  daysBack: number;
}

@InputType({ description: "Setting of an app for a bank connection." })
export class ToggleBankAppInput {
  @Field(() => ID, { description: "ID of the bank connection." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID, { description: "ID of the app to allow or stop." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => Boolean, { description: "Whether the app may use the connection." })
  enabled: boolean;
}

@InputType({ description: "Selects the bank connection to end." })
export class DisconnectBankInput {
  @Field(() => ID, { description: "ID of the bank connection." })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
}

@InputType({
  description: "Changes to a bank transaction. Omitted fields stay unchanged; null clears a field.",
})
export class EditBankTransactionInput {
  @Field(() => ID, { description: "ID of the transaction to edit." })
  @MinLength(1)
  @MaxLength(64)
  transactionId: string;
  @Field(() => String, { nullable: true, description: "The owner's own note, at most 500 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  note?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The owner's own category, at most 100 characters. Replaces the provider's category.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  category?: string | null;
}

@InputType({ description: "Signed webhook request of the bank provider." })
export class ReceiveBankEventInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `Plaid-Verification` header." })
  signature?: string | null;
}

@ArgsType()
export class BankTransactionsArgs {
  @Field(() => ID, { nullable: true, description: "Only transactions of this bank connection." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  connectionId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only transactions of this bank account." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First date, as YYYY-MM-DD. Defaults to 30 days before `endDate`.",
  })
  startDate?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last date, as YYYY-MM-DD. Defaults to today." })
  endDate?: string | null;
  @Field(() => Int, { defaultValue: 100, description: "Maximum number of transactions per page, 1 to 500." })
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}

@ArgsType()
export class InstitutionsArgs {
  @Field(() => String, { description: "Part of the bank's name, 2 to 100 characters." })
  @MinLength(2)
  @MaxLength(100)
  query: string;
  @Field(() => Int, { defaultValue: 10, description: "Maximum number of banks to return, 1 to 50." })
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number;
}
