import { demoBankLogins } from "../../src/demo-identities.ts";
import type { ExampleRows } from "./example.types.ts";

const newBank = demoBankLogins.new;

/** Personal finance: investments, assets, loans, taxes, exchange rates and alerts. */
export const wealthExamples: ExampleRows = {
  ListSecurities: { input: { query: "market" } },
  ListTrades: { input: { accountId: "acc_demo_broker" } },
  RefreshSecurityPrices: { input: { securityIds: ["sec_demo_1"] } },
  ListSecurityPrices: { input: { securityId: "sec_demo_1", from: "2026-05-04", to: "2026-11-30" } },
  UpdateTrade: { input: { tradeId: "trd_demo_1", price: 101.5 } },
  RecordDividend: {
    input: { accountId: "acc_demo_broker", securityId: "sec_demo_1", date: "2026-10-06", amount: 18.75 },
  },
  RecordStockSplit: {
    input: { securityId: "sec_demo_1", date: "2026-10-06", numerator: 2, denominator: 1 },
  },
  RecordSpinOff: {
    input: {
      accountId: "acc_demo_broker",
      securityId: "sec_demo_1",
      newSecurityId: "sec_demo_2",
      date: "2026-10-06",
      unitsPerShare: 0.25,
      basisPercent: 12.5,
    },
  },
  ListTaxLots: { input: { securityId: "sec_demo_1", accountId: "acc_demo_broker" } },
  GetRealizedGains: { input: { year: 2026, method: "fifo" } },
  GetAssetAllocation: { input: { by: "class" } },
  SetTargetAllocation: {
    input: {
      targets: [
        { class: "fund", percent: 80 },
        { class: "cash", percent: 20 },
      ],
    },
  },
  GetRebalancingPlan: { input: { cashToInvest: 500 } },
  AddAsset: {
    input: { name: "Lake house", kind: "property", value: 320_000, asOf: "2026-01-01", currency: "USD" },
  },
  RecordAssetValuation: { input: { accountId: "acc_demo_car", date: "2026-10-06", value: 14_500 } },
  ListAssetValuations: { input: { accountId: "acc_demo_car" } },
  SimulateExtraPayment: { input: { loanId: "lon_demo_1", extraMonthly: 100 } },
  ComparePayoffStrategies: { input: { monthlyBudget: 900 } },
  SetTaxProfile: {
    input: {
      year: 2026,
      filingStatus: "single",
      state: "TX",
      items: [
        { kind: "wages", amount: 51_000 },
        { kind: "self_employment", amount: 12_000 },
        { kind: "withheld", amount: 4_900 },
        { kind: "prior_year_tax", amount: 6_800 },
      ],
    },
  },
  GetTaxProfile: { input: { year: 2026 } },
  EstimateQuarterlyTaxes: { input: { year: 2026 } },
  CompareFilingStatuses: {
    input: { year: 2026, inputs: { income: { wages: 85_000 }, dependents: 1, details: { state: "PA" } } },
  },
  ListExchangeRates: { input: { base: "EUR", quote: "USD", from: "2026-05-04", to: "2026-05-15" } },
  ConvertAmount: { input: { amount: 250, from: "USD", to: "EUR", date: "2026-05-15" } },
  CreateAlert: {
    input: { kind: "large_transaction", params: { threshold: 1_000 }, channel: "webhook" },
  },
  ListAlertEvents: { input: { from: "2026-01-01" } },
  LinkBankAccount: {
    input: { institutionId: newBank.institutionId, linkToken: newBank.publicToken },
    as: "eve",
  },
  UnlinkBankAccount: { input: { linkId: "conn_demo_2", keepHistory: true } },
  ListDeductibleTransactions: { input: { year: 2026 } },
};
