import { Field, ID, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Permission of an app to use a bank connection." })
export class BankConnectionApp {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => Boolean, { description: "Whether the app may use the connection." })
  enabled: boolean;
}

@ObjectType({ description: "Connected login at one bank." })
export class BankConnection {
  @Field(() => ID, { description: "Unique ID of the bank connection." })
  connectionId: string;
  @Field(() => String, { description: "The provider's ID of the bank." })
  institutionId: string;
  @Field(() => String, { description: "Name of the bank." })
  institutionName: string;
  @Field(() => String, { nullable: true, description: "Logo of the bank as a URL; null without one." })
  institutionLogoUrl: string | null;
  @Field(() => String, {
    description: "Status: `active`, `needs_reauth` when a new login is required, `error`, or `disconnected`.",
  })
  status: string;
  @Field(() => String, { nullable: true, description: "The provider's error code; null without an error." })
  errorCode: string | null;
  @Field(() => [BankConnectionApp], { description: "Apps with a setting for this connection." })
  apps: BankConnectionApp[];
  @Field(() => Int, { description: "Number of accounts the bank still lists for this login." })
  accountCount: number;
  @Field(() => [String], { description: "Data products of this connection, for example `transactions`." })
  products: string[];
  @Field(() => Date, {
    nullable: true,
    description: "Time when the bank asks for renewed consent; null when it does not.",
  })
  consentExpiresAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last completed sync; null before the first.",
  })
  lastSyncedAt: Date | null;
  @Field(() => Date, { description: "Earliest time of the next requested sync." })
  nextSyncAllowedAt: Date;
  @Field(() => Date, { description: "Time when the bank was connected." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the connection." })
  updatedAt: Date;
}

@ObjectType({ description: "Bank connections of the account, newest first, including ended ones." })
export class BankConnectionList {
  @Field(() => [BankConnection], { description: "Bank connections, newest first." })
  connections: BankConnection[];
}

@ObjectType({ description: "Balances of a bank account in its currency." })
export class BankAccountBalances {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Current balance; the amount owed on credit and loan accounts. Null when unknown.",
  })
  current: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Available balance for spending or withdrawal; null when unknown.",
  })
  available: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Credit limit of the account; null when it has none.",
  })
  limit: number | null;
  @Field(() => Date, { description: "Time when the bank reported the balances." })
  asOf: Date;
}

@ObjectType({ description: "Account at a connected bank." })
export class BankAccount {
  @Field(() => ID, { description: "Unique ID of the bank account." })
  accountId: string;
  @Field(() => ID, { description: "ID of the bank connection." })
  connectionId: string;
  @Field(() => String, { description: "Name of the account at the bank." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Official product name of the account; null when unknown.",
  })
  officialName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last digits of the account number; null when unknown.",
  })
  mask: string | null;
  @Field(() => String, { description: "Type: `depository`, `credit`, `loan`, `investment` or `other`." })
  type: string;
  @Field(() => String, {
    nullable: true,
    description: "Detailed type, for example `checking` or `savings`; null when unknown.",
  })
  subtype: string | null;
  @Field(() => String, { description: "Currency as an ISO 4217 code." })
  currency: string;
  @Field(() => BankAccountBalances, { description: "Stored balances of the account." })
  balances: BankAccountBalances;
  @Field(() => String, {
    nullable: true,
    description: "The provider's verification status of the account number; null without one.",
  })
  verificationStatus: string | null;
  @Field(() => Boolean, { description: "Whether the bank still lists the account." })
  isActive: boolean;
}

@ObjectType({ description: "Accounts of one bank connection." })
export class BankAccountList {
  @Field(() => [BankAccount], { description: "Accounts, including those the bank no longer lists." })
  accounts: BankAccount[];
}

@ObjectType({ description: "Balances of one bank account." })
export class BankBalance {
  @Field(() => ID, { description: "ID of the bank account." })
  accountId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Current balance; the amount owed on credit and loan accounts. Null when unknown.",
  })
  current: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Available balance for spending or withdrawal; null when unknown.",
  })
  available: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Credit limit of the account; null when it has none.",
  })
  limit: number | null;
  @Field(() => String, { description: "Currency as an ISO 4217 code." })
  currency: string;
  @Field(() => Date, {
    description: "Time when the bank reported the balances. At most 5 minutes ago on a working connection.",
  })
  asOf: Date;
}

@ObjectType({ description: "Balances of one bank connection." })
export class BankBalances {
  @Field(() => ID, { description: "ID of the bank connection." })
  connectionId: string;
  @Field(() => [BankBalance], { description: "Balances of the accounts the bank still lists." })
  balances: BankBalance[];
}

@ObjectType({ description: "Number of bank accounts the plan allows, and current usage." })
export class BankAccountLimit {
  @Field(() => String, {
    description: "Plan that sets the limit: the higher of the platform's and the app's.",
  })
  tier: string;
  @Field(() => Int, { description: "Maximum number of bank accounts; -1 means unlimited." })
  limit: number;
  @Field(() => Int, { description: "Number of bank accounts connected now." })
  usage: number;
}

@ObjectType({ description: "Token that opens the provider's bank login page." })
export class BankLinkToken {
  @Field(() => String, { description: "Token to pass to the provider's login page." })
  linkToken: string;
  @Field(() => Date, { description: "Time when the token expires." })
  expiration: Date;
  @Field(() => String, { description: "ID of this request, for support." })
  requestId: string;
}

@ObjectType({ description: "Bank connection after a finished login." })
export class ExchangedBankToken {
  @Field(() => BankConnection, { description: "New or existing bank connection." })
  connection: BankConnection;
  @Field(() => [BankAccount], { description: "Accounts of the connection that the bank lists." })
  accounts: BankAccount[];
  @Field(() => Boolean, { description: "Whether the login was connected before." })
  duplicate: boolean;
  @Field(() => Boolean, {
    description: "Whether the app only joined a working connection, without a new login.",
  })
  shared: boolean;
  @Field(() => Int, { description: "Number of accounts that are new to the platform." })
  accountsAdded: number;
  @Field(() => BankAccountLimit, { description: "Account limit of the plan after the exchange." })
  limit: BankAccountLimit;
}

@ObjectType({ description: "Changes imported by a sync." })
export class BankSyncResult {
  @Field(() => ID, { description: "ID of the bank connection." })
  connectionId: string;
  @Field(() => Int, { description: "Number of new transactions within `daysBack`." })
  added: number;
  @Field(() => Int, { description: "Number of changed transactions within `daysBack`." })
  modified: number;
  @Field(() => Int, { description: "Number of transactions the bank withdrew within `daysBack`." })
  removed: number;
  @Field(() => Int, { description: "Number of accounts with refreshed data." })
  accountsUpdated: number;
  @Field(() => Date, { description: "Time of this sync." })
  lastSyncedAt: Date;
  @Field(() => Date, { description: "Earliest time of the next requested sync." })
  nextSyncAllowedAt: Date;
}

@ObjectType({ description: "Apps that may use a bank connection after the change." })
export class ToggledBankApp {
  @Field(() => ID, { description: "ID of the bank connection." })
  connectionId: string;
  @Field(() => ID, { description: "ID of the app that was changed." })
  appId: string;
  @Field(() => Boolean, { description: "Whether the app may use the connection now." })
  enabled: boolean;
  @Field(() => [BankConnectionApp], { description: "All apps with a setting for this connection." })
  apps: BankConnectionApp[];
}

@ObjectType({ description: "Bank connection that was ended." })
export class DisconnectedBank {
  @Field(() => ID, { description: "ID of the ended connection." })
  connectionId: string;
  @Field(() => String, { description: "Status of the connection, always `disconnected`." })
  status: string;
}

@ObjectType({ description: "Connected account that also appears in the checked login." })
export class MatchedBankAccount {
  @Field(() => ID, { description: "ID of the connected account." })
  accountId: string;
  @Field(() => String, { description: "Name of the account at the bank." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Last digits of the account number; null when unknown.",
  })
  mask: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Detailed type, for example `checking`; null when unknown.",
  })
  subtype: string | null;
}

@ObjectType({ description: "Account of the checked login that is not connected yet." })
export class NewBankAccount {
  @Field(() => String, { description: "Name of the account at the bank." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Last digits of the account number; null when unknown.",
  })
  mask: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Detailed type, for example `checking`; null when unknown.",
  })
  subtype: string | null;
}

@ObjectType({
  description: "Result of checking a login for duplicates, and whether its new accounts fit the plan.",
})
export class BankDuplicateCheck {
  @Field(() => Boolean, { description: "Whether a connection with these accounts exists." })
  duplicate: boolean;
  @Field(() => ID, { nullable: true, description: "ID of the existing connection; null without one." })
  connectionId: string | null;
  @Field(() => String, { description: "The provider's ID of the bank." })
  institutionId: string;
  @Field(() => [MatchedBankAccount], { description: "Accounts that are already connected." })
  matchedAccounts: MatchedBankAccount[];
  @Field(() => [NewBankAccount], { description: "Accounts that are not connected yet." })
  newAccounts: NewBankAccount[];
  @Field(() => Boolean, { description: "Whether connecting the new accounts would exceed the plan's limit." })
  wouldExceedLimit: boolean;
  @Field(() => Int, { description: "Maximum number of bank accounts; -1 means unlimited." })
  limit: number;
  @Field(() => Int, { description: "Number of bank accounts connected now." })
  usage: number;
}

@ObjectType({ description: "Acknowledgement of a webhook." })
export class ReceivedBankEvent {
  @Field(() => Boolean, { description: "Always true." })
  received: true;
}
