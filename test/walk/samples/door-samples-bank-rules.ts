import type { TestApp } from "../../support/app.ts";
import { accountOf, newStatement } from "./door-samples-accounting.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

async function ruleInput(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const accountId = await accountOf(app, headers, "operating_expense");
  return { name: "Sample", texts: ["never seen"], accountId, position: 9_000, minAmount: 1, maxAmount: 2 };
}

async function newRule(app: TestApp, headers: Headers, more: object = {}): Promise<{ ruleId: string }> {
  const input = { ...(await ruleInput(app, headers)), ...more };
  return { ruleId: (await app.post("/accounting/bank-rules", input, headers)).body.id as string };
}

export const bankRuleSamples: Record<string, Sample> = {
  CreateBankRule: {
    input: ruleInput,
    bad: {
      input: { name: " ", texts: [], accountId: "lac_x", position: 0, minAmount: -1 },
      paths: ["name", "texts", "position", "minAmount"],
    },
    foreign: "NOT_FOUND",
  },
  ListBankRules: {
    input: async () => ({ currency: "JPY" }),
    bad: { input: { currency: "usd" }, paths: ["currency"] },
  },
  UpdateBankRule: {
    input: async (app, headers) => ({ ...(await newRule(app, headers)), name: "Renamed" }),
    bad: { input: { ruleId: "bmr_x", name: " ", texts: [] }, paths: ["name", "texts"] },
    foreign: "NOT_FOUND",
  },
  DeleteBankRule: { input: newRule, foreign: "NOT_FOUND" },
  ApplyBankRule: {
    input: async (app, headers) => {
      const { lineId } = await newStatement(app, headers);
      const { ruleId } = await newRule(app, headers, { texts: ["sample"], minAmount: null, maxAmount: null });
      return { lineId, ruleId };
    },
    foreign: "NOT_FOUND",
  },
};
