import { createHmac } from "node:crypto";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
/** Schedules the samples late enough that none is sent during the test. */
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

async function templateOf(app: TestApp, headers: Headers): Promise<string> {
  const body = { name: newId("name"), subject: "Hello", htmlBody: "<p>Hello</p>" };
  const answer = await app.post("/crm/templates", body, headers);
  return answer.body.template.templateId as string;
}

const bulkBody = async (app: TestApp, headers: Headers) => ({
  recipients: [
    "sample@mail.example",
    { email: "other@mail.example", variables: { firstName: "Ann" } },
    "nobody",
  ],
  templateId: await templateOf(app, headers),
  category: "transactional",
  scheduledAt: inAMonth(),
});

async function newCampaign(app: TestApp, headers: Headers): Promise<{ campaignId: string }> {
  const { templateId: _template, ...body } = await bulkBody(app, headers);
  const texts = { subject: "Hello", htmlBody: "<p>Hello</p>" };
  const answer = await app.post("/crm/send-bulk-email", { ...body, ...texts }, headers);
  return { campaignId: answer.body.campaignId as string };
}

async function newPausedCampaign(app: TestApp, headers: Headers): Promise<{ campaignId: string }> {
  const campaign = await newCampaign(app, headers);
  await app.post(`/crm/campaigns/${campaign.campaignId}/pause`, {}, headers);
  return campaign;
}

async function newMessage(app: TestApp, headers: Headers): Promise<{ messageId: string }> {
  const { campaignId } = await newCampaign(app, headers);
  const { body } = await app.get(`/crm/messages?campaignId=${campaignId}`, headers);
  const messages = body.messages as { messageId: string; to: string }[];
  return { messageId: messages.find(({ to }) => to.startsWith("sample"))!.messageId };
}

async function contactOf(app: TestApp, headers: Headers): Promise<string> {
  const email = `${newId("mail")}@sample.example`;
  const { body } = await app.post("/crm/contacts", { email }, headers);
  return body.contact.contactId as string;
}

const textBody = async (app: TestApp, headers: Headers) => ({
  to: "+12125550142",
  body: "Hello",
  contactId: await contactOf(app, headers),
  category: "transactional",
});

const callBody = async (app: TestApp, headers: Headers) => ({
  to: "+12125550142",
  script: "Hello",
  recordingConsent: false,
  contactId: await contactOf(app, headers),
  category: "transactional",
});

async function newReports(): Promise<Record<string, unknown>> {
  const report = { id: newId("rpt"), messageId: `<${newId("msg")}@mail.example>`, type: "delivered" };
  const body = JSON.stringify({ reports: [report] });
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", "demo-mail-report-secret-not-for-production")
    .update(`${at}.${body}`)
    .digest("hex");
  return { body, signature: `t=${at},v1=${v1}` };
}

const profile = {
  businessName: "Sample LLC",
  postalAddress: {
    line1: "1 Main St",
    city: "Springfield",
    region: "IL",
    postalCode: "62701",
    country: "US",
  },
};

export const campaignSamples: Record<string, Sample> = {
  SendBulkEmail: {
    input: bulkBody,
    bad: {
      input: { recipients: [], subject: "", replyTo: "nobody" },
      paths: ["recipients", "subject", "replyTo"],
    },
    foreign: "TEMPLATE_NOT_FOUND",
  },
  SendEmail: {
    input: async (app, headers) => ({
      to: "sample@mail.example",
      subject: "Hello",
      htmlBody: "<p>Hello</p>",
      contactId: await contactOf(app, headers),
      category: "transactional",
    }),
    bad: {
      input: { to: "x", subject: "", replyTo: "nobody", inReplyTo: "<no message>" },
      paths: ["to", "subject", "replyTo", "inReplyTo"],
    },
    foreign: "CONTACT_NOT_FOUND",
  },
  SendSms: {
    input: textBody,
    bad: { input: { to: "1", body: "", mediaUrl: "x" }, paths: ["to", "body", "mediaUrl"] },
    foreign: "CONTACT_NOT_FOUND",
  },
  PlaceCall: {
    input: callBody,
    bad: { input: { to: "1", script: "" }, paths: ["to", "script", "recordingConsent"] },
    foreign: "CONTACT_NOT_FOUND",
  },
  // A list that the calls of this test do not move.
  ListCampaigns: {
    input: fixed({ status: "completed", limit: 1 }),
    bad: { input: { limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  GetCampaign: { input: newCampaign, foreign: "CAMPAIGN_NOT_FOUND" },
  PauseCampaign: { input: newCampaign, foreign: "CAMPAIGN_NOT_FOUND" },
  ResumeCampaign: { input: newPausedCampaign, foreign: "CAMPAIGN_NOT_FOUND" },
  CancelCampaign: { input: newCampaign, foreign: "CAMPAIGN_NOT_FOUND" },
  CrmAnalytics: {
    input: fixed({ from: "2020-01-01", to: "2020-01-31" }),
    bad: { input: { from: "x" }, paths: ["from"] },
  },
  ListCrmMessages: {
    input: fixed({ status: "complained", limit: 1 }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  GetCrmMessage: { input: newMessage, foreign: "NOT_FOUND" },
  BusinessProfile: { input: fixed({}) },
  SaveBusinessProfile: {
    input: fixed(profile),
    bad: {
      input: { businessName: "", postalAddress: { line1: "", city: "x", postalCode: "1", country: "usa" } },
      paths: ["businessName", "postalAddress.line1", "postalAddress.country"],
    },
  },
  ReceiveMailReports: { input: newReports },
};
