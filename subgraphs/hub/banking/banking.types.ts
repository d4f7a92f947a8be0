import { Field, ID, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Whether an app may use a bank connection." })
export class BankConnectionApp {
  @Field(() => ID)
  appId: string;
  @Field(() => Boolean)
  enabled: boolean;
}

@ObjectType({ description: "One login of the caller at one bank." })
export class BankConnection {
  @Field(() => ID)
  connectionId: string;
  @Field(() => String)
  institutionId: string;
  @Field(() => String)
  institutionName: string;
  @Field(() => String, { nullable: true })
  institutionLogoUrl: string | null;
  @Field(() => String, {
    description: "`active`, `needs_reauth` when the person must log in again, `error`, or `disconnected`.",
  })
  status: string;
  @Field(() => String, { nullable: true, description: "The provider's code of what is wrong." })
  errorCode: string | null;
  @Field(() => [BankConnectionApp])
  apps: BankConnectionApp[];
  @Field(() => Int)
  accountCount: number;
  @Field(() => [String])
  products: string[];
  @Field(() => Date, { nullable: true, description: "When the bank wants the consent given anew." })
  consentExpiresAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastSyncedAt: Date | null;
  @Field(() => Date, { description: "From when on a sync may be asked for." })
  nextSyncAllowedAt: Date;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "Connections of the caller, newest first; ended ones too." })
export class BankConnectionList {
  @Field(() => [BankConnection])
  connections: BankConnection[];
}

@ObjectType({ description: "What is on an account, in its currency." })
export class BankAccountBalances {
  @Field(() => MoneyScalar, { nullable: true, description: "On credit and loan accounts what is owed." })
  current: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  available: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  limit: number | null;
  @Field(() => Date, { description: "When the bank was asked." })
  asOf: Date;
}

@ObjectType({ description: "An account at a bank." })
export class BankAccount {
  @Field(() => ID)
  accountId: string;
  @Field(() => ID)
  connectionId: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  officialName: string | null;
  @Field(() => String, { nullable: true, description: "Last digits of its number." })
  mask: string | null;
  @Field(() => String, { description: "`depository`, `credit`, `loan`, `investment` or `other`." })
  type: string;
  @Field(() => String, { nullable: true })
  subtype: string | null;
  @Field(() => String)
  currency: string;
  @Field(() => BankAccountBalances)
  balances: BankAccountBalances;
  @Field(() => String, { nullable: true })
  verificationStatus: string | null;
  @Field(() => Boolean, { description: "False once the bank does not show it any more." })
  isActive: boolean;
}

@ObjectType({ description: "Accounts of one connection." })
export class BankAccountList {
  @Field(() => [BankAccount])
  accounts: BankAccount[];
}

@ObjectType({ description: "What is on one account." })
export class BankBalance {
  @Field(() => ID)
  accountId: string;
  @Field(() => MoneyScalar, { nullable: true })
  current: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  available: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  limit: number | null;
  @Field(() => String)
  currency: string;
  @Field(() => Date, {
    description: "When the bank was asked; at most 5 minutes ago on a working connection.",
  })
  asOf: Date;
}

@ObjectType({ description: "Balances of one connection." })
export class BankBalances {
  @Field(() => ID)
  connectionId: string;
  @Field(() => [BankBalance])
  balances: BankBalance[];
}

@ObjectType({ description: "How many bank accounts the caller may connect, and has." })
export class BankAccountLimit {
  @Field(() => String, { description: "The plan that counts." })
  tier: string;
  @Field(() => Int, { description: "Most accounts; -1 is without limit." })
  limit: number;
  @Field(() => Int, { description: "Accounts that are connected now." })
  usage: number;
}

@ObjectType({ description: "What opens the provider's page where people log in to their bank." })
export class BankLinkToken {
  @Field(() => String)
  linkToken: string;
  @Field(() => Date)
  expiration: Date;
  @Field(() => String)
  requestId: string;
}

@ObjectType({ description: "A bank connection as it came to be." })
export class ExchangedBankToken {
  @Field(() => BankConnection)
  connection: BankConnection;
  @Field(() => [BankAccount])
  accounts: BankAccount[];
  @Field(() => Boolean, { description: "True when the login was connected before." })
  duplicate: boolean;
  @Field(() => Boolean, {
    description: "True when the app was let in to a connection that works, and nothing else.",
  })
  shared: boolean;
  @Field(() => Int)
  accountsAdded: number;
  @Field(() => BankAccountLimit)
  limit: BankAccountLimit;
}

@ObjectType({ description: "What a sync brought." })
export class BankSyncResult {
  @Field(() => ID)
  connectionId: string;
  @Field(() => Int)
  added: number;
  @Field(() => Int)
  modified: number;
  @Field(() => Int)
  removed: number;
  @Field(() => Int)
  accountsUpdated: number;
  @Field(() => Date)
  lastSyncedAt: Date;
  @Field(() => Date)
  nextSyncAllowedAt: Date;
}

@ObjectType({ description: "Which apps may use a connection now." })
export class ToggledBankApp {
  @Field(() => ID)
  connectionId: string;
  @Field(() => ID)
  appId: string;
  @Field(() => Boolean)
  enabled: boolean;
  @Field(() => [BankConnectionApp])
  apps: BankConnectionApp[];
}

@ObjectType({ description: "A connection that has ended." })
export class DisconnectedBank {
  @Field(() => ID)
  connectionId: string;
  @Field(() => String, { description: "`disconnected`." })
  status: string;
}

@ObjectType({ description: "A known account that the asked-for login shows." })
export class MatchedBankAccount {
  @Field(() => ID)
  accountId: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  mask: string | null;
  @Field(() => String, { nullable: true })
  subtype: string | null;
}

@ObjectType({ description: "An account that is not connected yet." })
export class NewBankAccount {
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  mask: string | null;
  @Field(() => String, { nullable: true })
  subtype: string | null;
}

@ObjectType({ description: "Whether a login is connected already, and whether its new accounts would fit." })
export class BankDuplicateCheck {
  @Field(() => Boolean)
  duplicate: boolean;
  @Field(() => ID, { nullable: true })
  connectionId: string | null;
  @Field(() => String)
  institutionId: string;
  @Field(() => [MatchedBankAccount])
  matchedAccounts: MatchedBankAccount[];
  @Field(() => [NewBankAccount])
  newAccounts: NewBankAccount[];
  @Field(() => Boolean)
  wouldExceedLimit: boolean;
  @Field(() => Int, { description: "Most accounts; -1 is without limit." })
  limit: number;
  @Field(() => Int)
  usage: number;
}

@ObjectType({ description: "That a webhook came in." })
export class ReceivedBankEvent {
  @Field(() => Boolean)
  received: true;
}
