import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { accountTypes, categoriesOf, type AccountCategory, type AccountType } from "./account-categories.ts";

export const LedgerAccountType = Object.fromEntries(accountTypes.map((type) => [type, type])) as {
  [Type in AccountType]: Type;
};
registerEnumType(LedgerAccountType, {
  name: "LedgerAccountType",
  description: "Type of a ledger account.",
  valuesConfig: {
    asset: { description: "Resource that the business owns or is owed. Debits increase it." },
    liability: { description: "Debt of the business. Credits increase it." },
    equity: { description: "Share of the owners. Credits increase it." },
    income: { description: "Earnings. Credits increase it." },
    expense: { description: "Costs of the business. Debits increase it." },
  },
});

export const LedgerAccountCategory = Object.fromEntries(
  Object.values(categoriesOf)
    .flat()
    .map((category) => [category, category]),
) as { [Category in AccountCategory]: Category };
registerEnumType(LedgerAccountCategory, {
  name: "LedgerAccountCategory",
  description: "Group of a ledger account in reports. Each category belongs to one account type.",
  valuesConfig: {
    other_current_asset: { description: "Asset that becomes cash within a year." },
    cash: { description: "Cash, or money at a bank. The cash flow statement explains its change." },
    receivable: { description: "Amounts that customers owe." },
    inventory: { description: "Goods for sale." },
    prepaid_expense: { description: "Costs that were paid for a later time." },
    fixed_asset: { description: "Equipment, vehicles and buildings." },
    accumulated_depreciation: { description: "Lost value of fixed assets; its balance is a credit." },
    other_asset: { description: "Asset that is kept for more than a year." },
    other_current_liability: { description: "Debt that is due within a year." },
    payable: { description: "Amounts owed to vendors." },
    credit_card: { description: "Debt of credit cards." },
    accrued_liability: { description: "Costs that arose and are not paid yet, such as wages." },
    tax_payable: { description: "Taxes collected from customers, such as sales tax." },
    deferred_income: { description: "Payments of customers for later work." },
    long_term_liability: { description: "Loans and other debt of more than a year." },
    owner_equity: { description: "Investments and draws of the owners." },
    retained_earnings: { description: "Results of closed years. A ledger has one account of this category." },
    sales: { description: "Income of the business itself." },
    other_income: { description: "Income beside the business, such as interest." },
    operating_expense: { description: "Running costs." },
    cost_of_sales: { description: "Direct costs of what is sold." },
    depreciation: { description: "Lost value of fixed assets in a period." },
    other_expense: { description: "Costs beside the business, such as interest." },
  },
});

export const LedgerAccountStatus = { active: "active", archived: "archived" } as const;
export type LedgerAccountStatus = keyof typeof LedgerAccountStatus;
registerEnumType(LedgerAccountStatus, {
  name: "LedgerAccountStatus",
  description: "Whether a ledger account takes new lines.",
  valuesConfig: {
    active: { description: "The account takes new lines." },
    archived: { description: "The account takes no new lines. Its history stays in reports." },
  },
});

@ObjectType({ description: "Account of a ledger, such as cash or sales." })
export class LedgerAccount {
  @Field(() => ID, { description: "Unique ID of the ledger account." })
  id: string;
  @Field(() => String, { description: "Number or short code of the account, unique in its ledger." })
  code: string;
  @Field(() => String, { description: "Name of the account." })
  name: string;
  @Field(() => LedgerAccountType, {
    description: "Type of the account. It cannot change after the first line.",
  })
  type: AccountType;
  @Field(() => LedgerAccountCategory, { description: "Group of the account in reports." })
  category: AccountCategory;
  @Field(() => ID, { nullable: true, description: "ID of the account above it; null at the top." })
  parent: string | null;
  @Field(() => Int, { description: "Number of accounts above it." })
  depth: number;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => LedgerAccountStatus, { description: "Whether the account takes new lines." })
  status: LedgerAccountStatus;
  @Field(() => MoneyScalar, {
    description:
      "Balance of all posted lines of the account itself. Positive where debits increase the type and exceed credits, and the other way round.",
  })
  balance: number;
  @Field(() => Date, { description: "When the account was created." })
  createdAt: Date;
  @Field(() => Date, { description: "When the account was last changed." })
  updatedAt: Date;
}

@ObjectType({ description: "Accounts of a ledger as a tree: each account after the one above it." })
export class LedgerAccountList {
  @Field(() => [LedgerAccount], { description: "Accounts in the order of the tree, then of their codes." })
  accounts: LedgerAccount[];
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Number of accounts in the list." })
  total: number;
}

@ObjectType({ description: "Chart of accounts after a template or a file was applied." })
export class ChartOfAccounts extends LedgerAccountList {
  @Field(() => Int, { description: "First month of the fiscal year, 1 to 12." })
  fiscalYearStartMonth: number;
  @Field(() => Int, { description: "Number of accounts that were created." })
  created: number;
  @Field(() => Int, { description: "Number of accounts that were renamed or moved." })
  updated: number;
}
