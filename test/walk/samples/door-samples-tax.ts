import { createHmac } from "node:crypto";
import { demoTaxBandits } from "../../../src/config/demo-webhook-secrets.ts";
import { newId } from "../../../src/ids.ts";
import { signTaxBanditsWebhook } from "../../../src/taxbandits/webhook-signature.ts";
import { atTaxFiling, formBody, newEin, newTaxBusiness, saveBusinessBody } from "../../support/tax.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

async function newBusiness(app: TestApp, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const body = saveBusinessBody({ ein: newEin() });
  const answer = await app.post("/integrations/taxfiling/businesses", body, headers);
  return { ...body, businessId: answer.body.business.businessId as string };
}

/** A form of one business per principal, so that the doors' responses differ in ids only. */
async function newForm(app: TestApp, headers: Record<string, string>): Promise<{ formId: string }> {
  const body = formBody(await newTaxBusiness(app, headers));
  const answer = await app.post("/integrations/taxfiling/forms/1099-nec", body, headers);
  return { formId: answer.body.formId as string };
}

async function newAcceptedForm(app: TestApp, headers: Record<string, string>): Promise<{ formId: string }> {
  const form = await newForm(app, headers);
  await atTaxFiling(app, "/records/process", { outcome: "accept" });
  await atTaxFiling(app, "/webhooks/settled");
  return form;
}

/** The same form at every door: its paper differs from any other's. */
const papers = new WeakMap<TestApp, Promise<{ formId: string }>>();
function paper(app: TestApp, headers: Record<string, string>): Promise<{ formId: string }> {
  const known = papers.get(app) ?? newForm(app, headers);
  papers.set(app, known);
  return known;
}

async function newTaxEvent(): Promise<Record<string, unknown>> {
  const data = { reference: `${newId("f1099")}.1` };
  const body = JSON.stringify({ id: newId("txe"), type: "record.status_changed", data });
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", "demo-tax-webhook-secret-not-for-production")
    .update(`${at}.${body}`)
    .digest("hex");
  return { body, signature: `t=${at},v1=${v1}` };
}

async function newTaxBanditsEvent(): Promise<Record<string, unknown>> {
  const timestamp = "11/29/2026 05:45:55.086 AM";
  const body = JSON.stringify({
    SubmissionId: newId("sbm"),
    FormType: "FORM1099NEC",
    Records: [{ RecordId: newId("rec"), Status: "Accepted" }],
  });
  return { body, timestamp, signature: signTaxBanditsWebhook(demoTaxBandits, timestamp) };
}

export const taxSamples: Record<string, Sample> = {
  TaxFilingHealth: { input: fixed({}) },
  ListTaxBusinesses: { input: fixed({}) },
  SaveTaxBusiness: {
    input: newBusiness,
    bad: {
      input: { businessName: " ", ein: "", contactEmail: "nobody" },
      paths: ["businessName", "ein", "address", "contactName", "contactPhone", "contactEmail"],
    },
    foreign: "BUSINESS_NOT_FOUND",
  },
  FileTaxForm: {
    input: async (app, headers) => formBody(await newTaxBusiness(app, headers)),
    bad: {
      input: { taxYear: 2019, recipient: { phone: "1".repeat(31) }, nonEmployeeCompensation: 0 },
      paths: ["businessId", "taxYear", "recipient.phone", "nonEmployeeCompensation"],
    },
    foreign: "BUSINESS_NOT_FOUND",
  },
  // A list that the calls of this test do not move.
  ListTaxForms: {
    input: fixed({ taxYear: 2020, limit: 1 }),
    bad: {
      input: { taxYear: 1999, limit: 0, offset: -1 },
      paths: ["taxYear", "limit", "offset"],
    },
  },
  GetTaxForm: { input: newForm, foreign: "FORM_NOT_FOUND" },
  CorrectTaxForm: {
    input: async (app, headers) => ({ ...(await newAcceptedForm(app, headers)), nonEmployeeCompensation: 5 }),
    bad: {
      input: { formId: "f1099_x", nonEmployeeCompensation: 0 },
      paths: ["nonEmployeeCompensation"],
    },
    foreign: "FORM_NOT_FOUND",
  },
  VoidTaxForm: { input: newAcceptedForm, foreign: "FORM_NOT_FOUND" },
  GetTaxFormPdf: { input: paper, foreign: "FORM_NOT_FOUND" },
  ReceiveTaxEvent: { input: newTaxEvent },
  ReceiveTaxBanditsEvent: { input: newTaxBanditsEvent },
};
