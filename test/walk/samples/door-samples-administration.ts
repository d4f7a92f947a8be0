import { randomUUID } from "node:crypto";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const overlong = "x".repeat(90);

/** A dead letter of a job that changes nothing when it runs again. */
async function newDeadLetter(app: TestApp): Promise<{ jobId: string }> {
  const jobId = randomUUID();
  await app.database.query(
    `INSERT INTO jobs.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
     VALUES ($1, 'purge-bot-tokens', '{}', 'failed', 5, 5, now(), '{"name": "Error", "code": "ECONNRESET"}')`,
    [jobId],
  );
  return { jobId };
}

/** An organization without members, which no other sample uses. */
async function newOrganization(app: TestApp): Promise<{ accountId: string }> {
  const accountId = newId("org");
  await app.database.query(
    `INSERT INTO hub.accounts (id, kind, name, created_at, updated_at)
     VALUES ($1, 'organization', 'Sample', now(), now())`,
    [accountId],
  );
  return { accountId };
}

/** An app without plans. Made by the platform, which remembers its apps for seconds. */
async function newApp(app: TestApp): Promise<string> {
  const appId = newId("app").replace("_", "-");
  const texts = { name: "Sample", tagline: "Sample", description: "Sample", category: "sample" };
  const facts = { ...texts, appId, visibility: "hidden" };
  const { status, text } = await app.post("/admin/apps", facts, await app.as("ada"));
  if (status !== 201) throw new Error(`The app was answered with ${status}: ${text}`);
  return appId;
}

const planTexts = { name: "Starter", description: "For one business" };

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

export const administrationSamples: Record<string, Sample> = {
  // A page that the calls of this test do not move.
  AccountRegistry: {
    input: fixed({ query: "demo-eve", kind: "personal", status: "active", limit: 1 }),
    bad: {
      input: { query: "", kind: "company", status: "closed", limit: 101, offset: -1 },
      paths: ["query", "kind", "status", "limit", "offset"],
    },
    as: "ada",
  },
  RegisteredAccount: { input: newOrganization, as: "ada" },
  SuspendOrganization: {
    input: async (app) => ({ ...(await newOrganization(app)), reason: "sample" }),
    bad: { input: { accountId: "org_x", reason: "no" }, paths: ["reason"] },
    as: "ada",
  },
  RestoreOrganization: {
    input: newOrganization,
    bad: { input: { accountId: "org_x", reason: "no" }, paths: ["reason"] },
    as: "ada",
  },
  PlanRegistry: {
    input: fixed({ appId: "hvut" }),
    bad: { input: { appId: "" }, paths: ["appId"] },
    as: "ada",
  },
  CreatePlan: {
    input: async (app) => ({ ...planTexts, appId: await newApp(app), planId: "starter", monthlyPrice: 12 }),
    bad: {
      input: { ...planTexts, appId: "central", planId: "free", monthlyPrice: 0, sortOrder: -1 },
      paths: ["planId", "monthlyPrice", "sortOrder"],
    },
    as: "ada",
  },
  UpdatePlan: {
    input: fixed({ appId: "finance", planId: "business", description: "For several teams" }),
    bad: {
      input: { appId: "finance", planId: "gold", name: "", yearlyPrice: 0 },
      paths: ["planId", "name", "yearlyPrice"],
    },
    as: "ada",
  },
  TaxTables: {
    input: fixed({ appId: "hvut" }),
    bad: { input: { appId: "" }, paths: ["appId"] },
    as: "ada",
  },
  JobQueues: { input: fixed({}), as: "ada" },
  DeadLetters: {
    input: fixed({ queue: "expire-credits", limit: 1 }),
    bad: { input: { queue: "", limit: 201, after: "" }, paths: ["queue", "limit", "after"] },
    as: "ada",
  },
  DeadLetter: { input: newDeadLetter, as: "ada" },
  RetryDeadLetter: {
    input: newDeadLetter,
    bad: { input: { jobId: overlong }, paths: ["jobId"] },
    as: "ada",
  },
  RetryDeadLetters: {
    input: fixed({ queue: "expire-credits", limit: 5 }),
    bad: { input: { queue: "expire-credits", limit: 501 }, paths: ["limit"] },
    as: "ada",
  },
  DiscardDeadLetter: {
    input: newDeadLetter,
    bad: { input: { jobId: overlong }, paths: ["jobId"] },
    as: "ada",
  },
};
