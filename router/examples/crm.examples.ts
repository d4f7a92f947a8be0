import { demoWebhookSecrets } from "../../src/config/demo-webhook-secrets.ts";
import { demoConnectionId } from "../../src/demo-identities.ts";
import type { ExampleRows } from "./example.types.ts";
import { signedWebhook } from "./signed-webhook.ts";

const texts = { subject: "Hello {{firstName|there}}", htmlBody: "<p>Hello {{firstName|there}}</p>" };

/** Contacts, companies, deals, tasks and messages. */
export const crmExamples: ExampleRows = {
  SendBulkEmail: {
    input: { recipients: ["dana@client.example"], ...texts, category: "transactional" },
  },
  SendEmail: {
    input: {
      to: "dana@client.example",
      subject: "Your shop sign",
      htmlBody: "<p>Hello {{firstName|there}}, the samples are ready.</p>",
      contactId: "ct_demo_1",
      category: "transactional",
    },
  },
  SendSms: {
    input: {
      to: "+12125550142",
      body: "See you on Friday.",
      contactId: "ct_demo_1",
      category: "transactional",
    },
  },
  PlaceCall: {
    input: {
      to: "+12125550142",
      script: "Your order is ready.",
      recordingConsent: false,
      contactId: "ct_demo_1",
      category: "transactional",
    },
  },
  GetCampaign: { input: { campaignId: "cmp_demo_1" } },
  PauseCampaign: { input: { campaignId: "cmp_demo_1" } },
  ResumeCampaign: { input: { campaignId: "cmp_demo_paused" } },
  CancelCampaign: { input: { campaignId: "cmp_demo_1" } },
  GetCrmMessage: { input: { messageId: "msg_demo_1" } },
  ReceiveMailReports: signedWebhook(demoWebhookSecrets.mail, {
    reports: [{ id: "rpt_demo_1", messageId: "<msg_demo_1@mail.example>", type: "delivered" }],
  }),
  SaveBusinessProfile: {
    input: {
      businessName: "Pia's Workshop LLC",
      postalAddress: {
        line1: "14 Market Street",
        city: "Springfield",
        region: "IL",
        postalCode: "62701",
        country: "US",
      },
    },
  },
  CreateContact: { input: { email: "jon@client.example", firstName: "Jon", tags: ["lead"] } },
  SearchContacts: { input: { query: "client.example" } },
  ImportContacts: { input: { csv: "email,firstName\nivo@client.example,Ivo\n" } },
  ImportConnectedContacts: { input: { connectionId: demoConnectionId } },
  ContactImport: { input: { importId: "imp_demo_1" } },
  ContactImportRemarks: { input: { importId: "imp_demo_1" } },
  ContactImportReport: { input: { importId: "imp_demo_1" } },
  TagContacts: { input: { contactIds: ["ct_demo_1", "ct_demo_3"], add: ["spring"] } },
  Contact: { input: { contactId: "ct_demo_1" } },
  UpdateContact: { input: { contactId: "ct_demo_1", company: "Alva Design" } },
  MergeContacts: { input: { sourceId: "ct_demo_3", targetId: "ct_demo_2" } },
  DeleteContact: { input: { contactId: "ct_demo_3" } },
  ContactConsents: { input: { contactId: "ct_demo_1" } },
  CreateCompany: { input: { name: "Lakeside Bakery", domain: "lakeside-bakery.example" } },
  UpdateCompany: { input: { companyId: "co_demo_1", notes: "Orders in spring and autumn" } },
  CreateDeal: {
    input: {
      title: "Shop window lettering",
      amount: 1450,
      contactId: "ct_demo_1",
      companyId: "co_demo_1",
      stage: "proposal",
      expectedClose: "2027-02-26",
    },
  },
  Deal: { input: { dealId: "deal_demo_1" } },
  UpdateDeal: { input: { dealId: "deal_demo_1", amount: 5200 } },
  MoveDealStage: { input: { dealId: "deal_demo_1", stage: "negotiation" } },
  CloseDeal: { input: { dealId: "deal_demo_1", outcome: "won", reason: "Liked the samples" } },
  SavePipeline: {
    input: {
      pipeline: "renewals",
      name: "Renewals",
      stages: [
        { stage: "offered", name: "Offered", probability: 60 },
        { stage: "agreed", name: "Agreed", probability: 90 },
      ],
    },
  },
  PipelineSummary: { input: { pipeline: "sales" } },
  Activities: { input: { contactId: "ct_demo_1", limit: 5 } },
  LogActivity: { input: { contactId: "ct_demo_1", kind: "call", text: "Wants two more samples" } },
  CreateTask: { input: { title: "Send two samples", contactId: "ct_demo_1", dealId: "deal_demo_1" } },
  CompleteTask: { input: { taskId: "tsk_demo_1" } },
  AddSuppression: { input: { channel: "email", address: "ivo@client.example" } },
  RemoveSuppression: { input: { suppressionId: "sup_demo_1", reason: "Asked to be written to again" } },
  CreateEmailTemplate: { input: { name: "Welcome", ...texts } },
  EmailTemplate: { input: { templateId: "tpl_demo_1" } },
  UpdateEmailTemplate: { input: { templateId: "tpl_demo_1", subject: "Our spring hours" } },
  DeleteEmailTemplate: { input: { templateId: "tpl_demo_1" } },
  EmailTemplatePreview: { input: { templateId: "tpl_demo_1", variables: { firstName: "Dana" } } },
};
