import { newId } from "../../../src/ids.ts";
import { connected } from "../../hub/oauth/oauth-world.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { until } from "../../support/poll.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(501);
/** Another one each time. */
const anEmail = () => `${newId("mail")}@sample.example`;

/** A contact that looks the same at each door. */
async function theContact(app: TestApp, headers: Headers): Promise<{ contactId: string }> {
  const { body } = await app.get("/crm/contacts?search=the-contact@sample.example", headers);
  const known = (body.contacts as { contactId: string }[])[0];
  return known ? { contactId: known.contactId } : newContact(app, headers, "the-contact@sample.example");
}

async function newContact(app: TestApp, headers: Headers, email = anEmail()): Promise<{ contactId: string }> {
  const { body } = await app.post("/crm/contacts", { email, firstName: "Sample" }, headers);
  return { contactId: body.contact.contactId as string };
}

async function newCompany(app: TestApp, headers: Headers): Promise<string> {
  const { body } = await app.post("/crm/companies", { name: "Sample" }, headers);
  return body.company.companyId as string;
}

async function newSuppression(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { body } = await app.post("/crm/suppressions", { channel: "email", address: anEmail() }, headers);
  return { suppressionId: body.suppression.suppressionId as string, reason: "sample" };
}

const texts = { subject: "Hello {{firstName|there}}", htmlBody: "<p>Hello {{firstName|there}}</p>" };

async function newTemplate(app: TestApp, headers: Headers): Promise<{ templateId: string }> {
  const { body } = await app.post("/crm/templates", { name: newId("name"), ...texts }, headers);
  return { templateId: body.template.templateId as string };
}

async function theTemplate(app: TestApp, headers: Headers): Promise<{ templateId: string }> {
  const { body } = await app.get("/crm/templates?limit=1", headers);
  const [first] = body.templates as { templateId: string }[];
  return first ? { templateId: first.templateId } : newTemplate(app, headers);
}

/** An import that has ended, so that it looks the same at each door. */
async function theImport(app: TestApp, headers: Headers): Promise<{ importId: string }> {
  const known = (await app.get("/crm/contact-imports?limit=1", headers)).body.imports as {
    importId: string;
  }[];
  const importId =
    known[0]?.importId ??
    ((await app.post("/crm/contacts/import", { csv: "email\nnobody" }, headers)).body.import
      .importId as string);
  const isOver = async () =>
    (await app.get(`/crm/contact-imports/${importId}`, headers)).body.import.finishedAt !== null;
  await until("the import of the samples is over", isOver);
  return { importId };
}

/** The one import that the samples make. */
async function sameImport(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  await theImport(app, headers);
  await noImportRuns(app, headers);
  return { csv: "email,firstName\nnobody,Sample" };
}

/** A connected address book without people, so that its import changes no contact. */
async function emptyAddressBook(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const book = { account: "walk-empty", people: [] };
  await sendJson("PUT", `${app.sandboxUrl}/oauth/switches/contacts/google`, book);
  const scopes = ["openid", "email", "https://www.googleapis.com/auth/contacts.readonly"];
  const choice = { provider: "google", login: book.account, scopes };
  const connectionId = await connected(app, { headers }, choice);
  await noImportRuns(app, headers);
  return { connectionId };
}

async function noImportRuns(app: TestApp, headers: Headers): Promise<void> {
  await until("no import runs", async () => {
    const { body } = await app.get("/crm/contact-imports?limit=10", headers);
    return (body.imports as { finishedAt: unknown }[]).every(({ finishedAt }) => finishedAt !== null);
  });
}

/** Eve may keep as many contacts as she wants. */
export const crmSamples: Record<string, Sample> = {
  CrmQuotas: { input: fixed({}), as: "eve" },
  Contacts: {
    input: fixed({ limit: 2, tag: "no-such-tag" }),
    bad: { input: { limit: 101, search: "", status: "lost" }, paths: ["limit", "search", "status"] },
    as: "eve",
  },
  SearchContacts: {
    input: fixed({ query: "no-such-word" }),
    bad: { input: { query: " ", limit: 101 }, paths: ["limit", "query"] },
    as: "eve",
  },
  Contact: { input: theContact, foreign: "CONTACT_NOT_FOUND", as: "eve" },
  ContactConsents: { input: theContact, foreign: "CONTACT_NOT_FOUND", as: "eve" },
  CreateContact: {
    input: async (app, headers) => ({
      email: anEmail(),
      tags: ["sample"],
      companyId: await newCompany(app, headers),
    }),
    foreign: "COMPANY_NOT_FOUND",
    bad: {
      input: { email: "", country: "usa", company: overlong, consent: { email: { status: "maybe" } } },
      paths: ["email", "country", "company", "consent.email.status"],
    },
    as: "eve",
  },
  UpdateContact: {
    input: async (app, headers) => ({ ...(await newContact(app, headers)), company: "Sample" }),
    bad: {
      input: {
        contactId: "ct_1",
        firstName: "",
        version: 0,
        consent: { sms: { status: "none", source: "" } },
      },
      paths: ["firstName", "version", "consent.sms.source"],
    },
    foreign: "CONTACT_NOT_FOUND",
    as: "eve",
  },
  DeleteContact: { input: newContact, foreign: "CONTACT_NOT_FOUND", as: "eve" },
  MergeContacts: {
    input: async (app, headers) => ({
      sourceId: (await newContact(app, headers)).contactId,
      targetId: (await newContact(app, headers)).contactId,
    }),
    bad: { input: { sourceId: "", targetId: "ct_1" }, paths: ["sourceId"] },
    foreign: "CONTACT_NOT_FOUND",
    as: "eve",
  },
  TagContacts: {
    input: async (app, headers) => ({
      contactIds: [(await newContact(app, headers)).contactId],
      add: ["sample"],
      remove: [],
    }),
    bad: { input: { contactIds: [], add: "x" }, paths: ["contactIds", "add"] },
    foreign: "CONTACT_NOT_FOUND",
    as: "eve",
  },
  ImportContacts: {
    input: sameImport,
    bad: { input: { csv: "", filename: "", consentSource: "" }, paths: ["csv", "filename", "consentSource"] },
    as: "eve",
  },
  ImportConnectedContacts: {
    input: emptyAddressBook,
    bad: { input: { connectionId: "", country: "usa" }, paths: ["connectionId", "country"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ContactImports: {
    input: async (app, headers) => {
      await noImportRuns(app, headers);
      return { limit: 1 };
    },
    bad: { input: { limit: 0, cursor: "" }, paths: ["limit", "cursor"] },
    as: "eve",
  },
  ContactImport: { input: theImport, foreign: "IMPORT_NOT_FOUND", as: "eve" },
  ContactImportRemarks: {
    input: theImport,
    bad: { input: { importId: "imp_1", limit: 501, cursor: "x" }, paths: ["limit", "cursor"] },
    foreign: "IMPORT_NOT_FOUND",
    as: "eve",
  },
  ContactImportReport: { input: theImport, foreign: "IMPORT_NOT_FOUND", as: "eve" },
  Suppressions: {
    input: fixed({ limit: 1, search: "no-such-address" }),
    bad: { input: { limit: 0, channel: "fax", reason: "x" }, paths: ["limit", "channel", "reason"] },
    as: "eve",
  },
  AddSuppression: {
    input: fixed({ channel: "email", address: "sample@suppressed.example" }),
    bad: { input: { channel: "fax", address: "" }, paths: ["channel", "address"] },
    as: "eve",
  },
  RemoveSuppression: {
    input: newSuppression,
    bad: { input: { suppressionId: "sup_1", reason: "no" }, paths: ["reason"] },
    foreign: "NOT_FOUND",
    as: "eve",
  },
  EmailTemplates: {
    input: fixed({ limit: 1 }),
    bad: { input: { limit: 101, cursor: "" }, paths: ["limit", "cursor"] },
    as: "eve",
  },
  EmailTemplate: { input: theTemplate, foreign: "TEMPLATE_NOT_FOUND", as: "eve" },
  CreateEmailTemplate: {
    input: () => Promise.resolve({ name: newId("name"), ...texts }),
    bad: {
      input: { name: "", subject: "a\nb", htmlBody: "", textBody: "" },
      paths: ["name", "subject", "htmlBody", "textBody"],
    },
    as: "eve",
  },
  UpdateEmailTemplate: {
    input: async (app, headers) => ({ ...(await newTemplate(app, headers)), subject: "Sample" }),
    bad: { input: { templateId: "tpl_1", subject: overlong, version: 0 }, paths: ["subject", "version"] },
    foreign: "TEMPLATE_NOT_FOUND",
    as: "eve",
  },
  DeleteEmailTemplate: { input: newTemplate, foreign: "TEMPLATE_NOT_FOUND", as: "eve" },
  EmailTemplatePreview: {
    input: async (app, headers) => ({
      ...(await theTemplate(app, headers)),
      variables: { firstName: "<Sam>" },
    }),
    bad: { input: { templateId: "tpl_1", contactId: "", variables: [] }, paths: ["contactId", "variables"] },
    foreign: "TEMPLATE_NOT_FOUND",
    as: "eve",
  },
};
