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

/** What the provider can be asked for. */
const bankProducts = ["transactions", "auth", "identity", "investments", "liabilities", "assets"] as const;

@InputType({ description: "Asks for a login at a bank." })
export class CreateBankLinkTokenInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => [String], { defaultValue: ["transactions"], description: "What the connection is to bring." })
  @ArrayMinSize(1)
  @ArrayMaxSize(6)
  @IsIn(bankProducts, { each: true })
  products: string[];
  @Field(() => ID, { nullable: true, description: "A connection whose login is to be repaired." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  connectionId?: string | null;
}

@InputType({ description: "What the provider's page said of the login." })
export class BankLinkMetadata {
  @Field(() => String)
  @MinLength(1)
  @MaxLength(100)
  institutionId: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(200)
  institutionName: string;
  @Field(() => [JSONObjectScalar], {
    description:
      "The accounts as the page gave them, each with `name`, `mask`, `subtype`, and `persistentAccountId` if it has one.",
  })
  @ArrayMaxSize(100)
  accounts: Record<string, unknown>[];
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  linkSessionId?: string | null;
}

@InputType({ description: "A finished login that becomes a connection." })
export class ExchangeBankTokenInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(500)
  publicToken: string;
  @Field(() => BankLinkMetadata)
  metadata: BankLinkMetadata;
}

@InputType({ description: "Asks for what is new on a connection." })
export class SyncBankConnectionInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID, { description: "The app that asks; the connection must be enabled for it." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => Boolean, { defaultValue: false, description: "Also within 6 hours; for administrators." })
  forceSync: boolean;
  @Field(() => Int, { defaultValue: 7, description: "How far back the answer counts; everything is stored." })
  @IsInt()
  @Min(1)
  @Max(730)
  daysBack: number;
}

@InputType({ description: "Lets an app use a connection, or not any more." })
export class ToggleBankAppInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => Boolean)
  enabled: boolean;
}

@InputType({ description: "Names a connection that is to end." })
export class DisconnectBankInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
}

@InputType({
  description: "The owner's own words about a transaction. What is left out stays; null takes it back.",
})
export class EditBankTransactionInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  transactionId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  note?: string | null;
  @Field(() => String, { nullable: true, description: "Stands in place of the provider's category." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  category?: string | null;
}

@InputType({ description: "What the bank provider sends." })
export class ReceiveBankEventInput {
  @Field(() => String, { description: "The body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "The header `Plaid-Verification`." })
  signature?: string | null;
}

@ArgsType()
export class BankTransactionsArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  connectionId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Of this day or later; 30 days before the end if left out.",
  })
  startDate?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Of this day or earlier; today if left out." })
  endDate?: string | null;
  @Field(() => Int, { defaultValue: 100 })
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}

@ArgsType()
export class InstitutionsArgs {
  @Field(() => String, { description: "Part of the bank's name." })
  @MinLength(2)
  @MaxLength(100)
  query: string;
  @Field(() => Int, { defaultValue: 10 })
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number;
}
