import { newId } from "../../../src/ids.ts";
import { exchange, logIn } from "../../hub/banking/bank-world.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;
type Input = Record<string, unknown>;

const fixed = (input: Input) => () => Promise.resolve(input);
const overlong = "x".repeat(80);
const day = "2019-05-05";

async function call(app: TestApp, method: string, path: string, headers: Headers, body?: unknown) {
  const answer = await app.send(method, `/finance${path}`, { "x-app-id": "finance", ...headers }, body);
  // The shape is that of each route.
  return answer.body as Record<string, never> & { id: string };
}

async function newTrade(app: TestApp, headers: Headers) {
  const account = { name: "Sample", kind: "investment", currency: "USD", openingBalance: 10, openedOn: day };
  const { id: accountId } = await call(app, "POST", "/accounts", headers, account);
  const security = { symbol: newId("sym").replace("_", "-"), name: "Sample", kind: "stock", currency: "USD" };
  const { id: securityId } = await call(app, "POST", "/securities", headers, security);
  const facts = { accountId, securityId, side: "buy", date: day, quantity: 3, price: 10 };
  const { id: tradeId } = await call(app, "POST", "/trades", headers, facts);
  return { accountId, securityId, tradeId };
}

const securities: Record<string, Sample> = {
  ListSecurities: {
    input: fixed({ query: "no such security" }),
    bad: { input: { query: "x".repeat(101) }, paths: ["query"] },
  },
  ListTrades: {
    input: async (app, headers) => {
      const { accountId, securityId } = await newTrade(app, headers);
      return { accountId, securityId };
    },
    bad: { input: { accountId: overlong, limit: 0 }, paths: ["accountId", "limit"] },
  },
  RefreshSecurityPrices: {
    input: async (app, headers) => ({ securityIds: [(await newTrade(app, headers)).securityId] }),
    bad: { input: { securityIds: [] }, paths: ["securityIds"] },
    foreign: "NOT_FOUND",
  },
  ListSecurityPrices: {
    input: async (app, headers) => ({
      securityId: (await newTrade(app, headers)).securityId,
      from: day,
      to: day,
    }),
    bad: { input: { securityId: overlong, from: day, to: day }, paths: ["securityId"] },
    foreign: "NOT_FOUND",
  },
  UpdateTrade: {
    input: async (app, headers) => ({ tradeId: (await newTrade(app, headers)).tradeId, price: 7.5, fees: 1 }),
    bad: {
      input: { tradeId: overlong, quantity: 0, price: -1, fees: -1 },
      paths: ["tradeId", "quantity", "price", "fees"],
    },
    foreign: "NOT_FOUND",
  },
  DeleteTrade: {
    input: async (app, headers) => ({ tradeId: (await newTrade(app, headers)).tradeId }),
    bad: { input: { tradeId: overlong }, paths: ["tradeId"] },
    foreign: "NOT_FOUND",
  },
  RecordDividend: {
    input: async (app, headers) => {
      const { accountId, securityId } = await newTrade(app, headers);
      return { accountId, securityId, date: day, amount: 3.3, reinvestQuantity: 0.3 };
    },
    bad: {
      input: { accountId: overlong, securityId: "sec_x", date: day, amount: 0, reinvestQuantity: -1 },
      paths: ["accountId", "amount", "reinvestQuantity"],
    },
    foreign: "NOT_FOUND",
  },
  RecordStockSplit: {
    input: async (app, headers) => ({
      securityId: (await newTrade(app, headers)).securityId,
      date: "2019-06-05",
      numerator: 3,
      denominator: 2,
    }),
    bad: {
      input: { securityId: overlong, date: day, numerator: 0, denominator: 1_001 },
      paths: ["securityId", "numerator", "denominator"],
    },
    foreign: "NOT_FOUND",
  },
  RecordSpinOff: {
    input: async (app, headers) => {
      const { accountId, securityId } = await newTrade(app, headers);
      const { securityId: newSecurityId } = await newTrade(app, headers);
      return {
        accountId,
        securityId,
        newSecurityId,
        date: "2019-06-05",
        unitsPerShare: 0.5,
        basisPercent: 12.5,
        cashInLieu: 4,
        price: 8,
      };
    },
    bad: {
      input: {
        accountId: overlong,
        securityId: overlong,
        newSecurityId: overlong,
        date: day,
        unitsPerShare: 0,
        basisPercent: 101,
        cashInLieu: 0,
        price: -1,
      },
      paths: [
        "accountId",
        "securityId",
        "newSecurityId",
        "unitsPerShare",
        "basisPercent",
        "cashInLieu",
        "price",
      ],
    },
    foreign: "NOT_FOUND",
  },
  ListTaxLots: {
    input: async (app, headers) => {
      const { accountId, securityId } = await newTrade(app, headers);
      return { accountId, securityId };
    },
    bad: { input: { securityId: overlong }, paths: ["securityId"] },
    foreign: "NOT_FOUND",
  },
  GetRealizedGains: {
    input: fixed({ year: 2019, method: "fifo" }),
    bad: { input: { year: 1 }, paths: ["year"] },
  },
  GetAssetAllocation: { input: fixed({ by: "class", asOf: "2018-12-31" }) },
  SetTargetAllocation: {
    input: fixed({
      targets: [
        { class: "fund", percent: 62.5 },
        { class: "cash", percent: 37.5 },
      ],
    }),
    bad: { input: { targets: [{ class: "fund", percent: 101 }] }, paths: ["targets.0.percent"] },
  },
  GetRebalancingPlan: {
    input: async (app, headers) => {
      const targets = [{ class: "bond", percent: 100 }];
      await call(app, "PUT", "/target-allocation", headers, { targets });
      return { cashToInvest: 1_000_000 };
    },
    bad: { input: { cashToInvest: -1 }, paths: ["cashToInvest"] },
  },
};

const assetFacts = { name: "Sample", kind: "vehicle", value: 9_000, asOf: day, currency: "USD" };
const newAsset = async (app: TestApp, headers: Headers) => ({
  accountId: (await call(app, "POST", "/assets", headers, assetFacts)).id,
});

const loanFacts = { name: "Sample", principal: 1_000, annualRate: 5, termMonths: 600, startDate: day };
const newLoan = async (app: TestApp, headers: Headers) => ({
  loanId: (await call(app, "POST", "/loans", headers, loanFacts)).id,
});

const assets: Record<string, Sample> = {
  AddAsset: {
    input: fixed(assetFacts),
    bad: {
      input: { ...assetFacts, name: " ", value: -1, currency: "x" },
      paths: ["name", "value", "currency"],
    },
  },
  RecordAssetValuation: {
    input: async (app, headers) => ({ ...(await newAsset(app, headers)), date: "2019-06-05", value: 8_500 }),
    bad: { input: { accountId: overlong, date: day, value: -1 }, paths: ["accountId", "value"] },
    foreign: "NOT_FOUND",
  },
  ListAssetValuations: {
    input: newAsset,
    bad: { input: { accountId: overlong }, paths: ["accountId"] },
    foreign: "NOT_FOUND",
  },
  SimulateExtraPayment: {
    input: async (app, headers) => ({ ...(await newLoan(app, headers)), extraMonthly: 10 }),
    bad: { input: { loanId: overlong, lumpSum: 0 }, paths: ["loanId", "lumpSum"] },
    foreign: "NOT_FOUND",
  },
  ComparePayoffStrategies: {
    input: async (app, headers) => {
      await newLoan(app, headers);
      return { monthlyBudget: 1_000_000 };
    },
    bad: { input: { monthlyBudget: 0 }, paths: ["monthlyBudget"] },
  },
};

const profile = { filingStatus: "married_joint", items: [{ kind: "self_employment", amount: 90_000 }] };
/** Years that no other sample sets. */
const withProfile = (year: number) => async (app: TestApp, headers: Headers) => {
  await call(app, "PUT", `/tax-profiles/${year}`, headers, profile);
  return { year };
};

const taxes: Record<string, Sample> = {
  SetTaxProfile: {
    input: fixed({
      ...profile,
      year: 2024,
      state: "TX",
      dependents: 2,
      isSpecifiedService: true,
      stateAllowances: 2,
    }),
    bad: {
      input: {
        year: 1,
        filingStatus: "head",
        state: "x",
        dependents: 21,
        items: [{ kind: "wages", amount: -1 }],
        stateAllowances: 21,
      },
      paths: ["year", "state", "dependents", "items.0.amount", "stateAllowances"],
    },
  },
  GetTaxProfile: {
    input: withProfile(2031),
    bad: { input: { year: 1 }, paths: ["year"] },
    foreign: "NOT_FOUND",
  },
  EstimateQuarterlyTaxes: {
    input: withProfile(2026),
    bad: { input: { year: 1 }, paths: ["year"] },
    foreign: "NOT_FOUND",
  },
  CompareFilingStatuses: {
    input: fixed({ year: 2026, inputs: { income: { wages: 85_000 }, dependents: 1 } }),
    bad: {
      input: { year: 1, inputs: { income: { wages: -1 }, deductions: -1, details: { state: "ca" } } },
      paths: ["year", "inputs.income.wages", "inputs.deductions", "inputs.details.state"],
    },
  },
  ListDeductibleTransactions: {
    input: fixed({ year: 2019, taxLine: "Schedule C line 18" }),
    bad: { input: { year: 1, taxLine: "x".repeat(101) }, paths: ["year", "taxLine"] },
  },
};

const currencies: Record<string, Sample> = {
  ListExchangeRates: {
    input: fixed({ base: "EUR", quote: "USD", from: "2019-05-01", to: "2019-05-10" }),
    bad: { input: { base: "eur", quote: "USD", from: day, to: day }, paths: ["base"] },
  },
  ConvertAmount: {
    input: fixed({ amount: 12.5, from: "CHF", to: "JPY", date: day }),
    bad: { input: { amount: 1, from: "chf", to: "x" }, paths: ["from", "to"] },
  },
};

const alertFacts = { kind: "large_transaction", params: { threshold: 1_000_000 }, channel: "webhook" };

const alerts: Record<string, Sample> = {
  CreateAlert: {
    input: async (app, headers) => {
      const account = { name: "Sample", kind: "savings", currency: "USD", openingBalance: 10, openedOn: day };
      const { id: accountId } = await call(app, "POST", "/accounts", headers, account);
      return { kind: "low_balance", params: { accountId, threshold: 5 }, channel: "mail" };
    },
    bad: {
      input: { kind: "bill_due", params: { accountId: overlong, daysBefore: 31 }, channel: "mail" },
      paths: ["params.accountId", "params.daysBefore"],
    },
    foreign: "NOT_FOUND",
  },
  ListAlerts: { input: fixed({}) },
  DeleteAlert: {
    input: async (app, headers) => ({
      alertId: (await call(app, "POST", "/alerts", headers, alertFacts)).id,
    }),
    bad: { input: { alertId: overlong }, paths: ["alertId"] },
    foreign: "NOT_FOUND",
  },
  ListAlertEvents: { input: fixed({ from: "2019-01-01" }), bad: { input: { limit: 0 }, paths: ["limit"] } },
};

const bank = "ins_109512";
const newLink = async (app: TestApp, headers: Headers) => {
  const answer = await exchange(app, { headers }, await logIn(app, { institution: bank }));
  return { linkId: answer.body.connection.connectionId as string };
};

/** Eve may connect as many accounts as she wants. */
const bankLinks: Record<string, Sample> = {
  LinkBankAccount: {
    input: async (app) => ({
      institutionId: bank,
      linkToken: (await logIn(app, { institution: bank })).publicToken,
    }),
    bad: { input: { institutionId: "", linkToken: "" }, paths: ["institutionId", "linkToken"] },
    as: "eve",
  },
  ListBankLinks: { input: fixed({}), as: "eve" },
  UnlinkBankAccount: {
    input: async (app, headers) => ({ ...(await newLink(app, headers)), keepHistory: false }),
    bad: { input: { linkId: overlong }, paths: ["linkId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
};

/** Personal finance: investments, assets, loans, taxes, exchange rates and alerts. */
export const wealthSamples: Record<string, Sample> = {
  ...securities,
  ...assets,
  ...taxes,
  ...currencies,
  ...alerts,
  ...bankLinks,
};
