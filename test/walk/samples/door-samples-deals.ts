import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(201);

async function newCompany(app: TestApp, headers: Headers): Promise<{ companyId: string }> {
  const { body } = await app.post("/crm/companies", { name: "Sample LLC" }, headers);
  return { companyId: body.company.companyId as string };
}

async function newDeal(app: TestApp, headers: Headers): Promise<{ dealId: string }> {
  const { body } = await app.post("/crm/deals", { title: "Sample", amount: 12.5 }, headers);
  return { dealId: body.deal.dealId as string };
}

/** Companies, deals and pipelines. */
export const dealSamples: Record<string, Sample> = {
  Companies: {
    input: fixed({ query: "no-such-company", limit: 1 }),
    bad: { input: { limit: 101, query: "", archived: "x" }, paths: ["limit", "query", "archived"] },
    as: "eve",
  },
  CreateCompany: {
    input: fixed({ name: "Sample", notes: "Sample" }),
    bad: { input: { name: " ", domain: "" }, paths: ["name", "domain"] },
    as: "eve",
  },
  UpdateCompany: {
    input: async (app, headers) => ({ ...(await newCompany(app, headers)), notes: "Sample" }),
    bad: { input: { companyId: "co_1", name: overlong, version: 0 }, paths: ["name", "version"] },
    foreign: "COMPANY_NOT_FOUND",
    as: "eve",
  },
  Deals: {
    input: fixed({ owner: "nobody", limit: 1 }),
    bad: { input: { limit: 0, stage: "No stage", status: "x" }, paths: ["limit", "stage", "status"] },
    as: "eve",
  },
  Deal: { input: newDeal, foreign: "DEAL_NOT_FOUND", as: "eve" },
  CreateDeal: {
    input: async (app, headers) => ({
      ...(await newCompany(app, headers)),
      title: "Sample",
      amount: 1_200,
      currency: "EUR",
      stage: "proposal",
      expectedClose: "2027-03-01",
    }),
    bad: {
      input: { title: "", amount: -1, currency: "euro", stage: "No stage" },
      paths: ["title", "amount", "currency", "stage"],
    },
    foreign: "COMPANY_NOT_FOUND",
    as: "eve",
  },
  UpdateDeal: {
    input: async (app, headers) => ({ ...(await newDeal(app, headers)), amount: 20 }),
    bad: { input: { dealId: "deal_1", title: overlong, amount: -1 }, paths: ["title", "amount"] },
    foreign: "DEAL_NOT_FOUND",
    as: "eve",
  },
  MoveDealStage: {
    input: async (app, headers) => ({ ...(await newDeal(app, headers)), stage: "proposal" }),
    bad: { input: { dealId: "deal_1", stage: "No stage", version: 0 }, paths: ["stage", "version"] },
    foreign: "DEAL_NOT_FOUND",
    as: "eve",
  },
  CloseDeal: {
    input: async (app, headers) => ({ ...(await newDeal(app, headers)), outcome: "won", reason: "Price" }),
    bad: { input: { dealId: "deal_1", outcome: "drawn", version: 0 }, paths: ["outcome", "version"] },
    foreign: "DEAL_NOT_FOUND",
    as: "eve",
  },
  Pipelines: { input: fixed({}), as: "eve" },
  SavePipeline: {
    input: fixed({
      pipeline: "renewals",
      name: "Renewals",
      stages: [{ stage: "offered", name: "Offered", probability: 60 }],
    }),
    bad: {
      input: { pipeline: "renewals", name: "", stages: [{ stage: "A b", name: "x", probability: 101 }] },
      paths: ["name", "stages.0.stage", "stages.0.probability"],
    },
    as: "eve",
  },
  PipelineSummary: {
    input: fixed({ pipeline: "sales", from: "2031-01-01", to: "2031-01-31" }),
    bad: { input: { pipeline: "sales", from: "x" }, paths: ["from"] },
    as: "eve",
  },
};
