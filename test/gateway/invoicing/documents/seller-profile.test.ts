import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { publicUrl, type GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";
import { textOfPdf } from "../app/pdf-text.ts";
import { brokenRules } from "./en16931-rules.ts";
import { readElectronic } from "./read-electronic.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const shown =
  "legalName taxIds { kind value } bank { iban bic accountNumber routingNumber } missing version hasLogo";
const germany = { line1: "Hauptstr. 1", city: "Köln", postalCode: "50667", country: "DE" };

async function update(ownerId: string, input: object, field = "updateSellerProfile") {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${shown} } }`;
  const answer = await app.run(query, { input }, { ownerId });
  return { ...answer, profile: answer.data?.[field] };
}

async function pdfText(ownerId: string, invoiceId: string, locale: string | null = null): Promise<string> {
  const query = `query ($id: ID!, $locale: String) { invoicePdf(invoiceId: $id, locale: $locale) { content } }`;
  const { data } = await app.run(query, { id: invoiceId, locale }, { ownerId });
  return textOfPdf(Buffer.from(data.invoicePdf.content, "base64"));
}

test("a profile is empty at first, changes field by field and names what is missing", async () => {
  const ownerId = newId("usr");
  const read = await app.run(`{ sellerProfile { ${shown} } }`, {}, { ownerId });
  expect(read.data.sellerProfile).toMatchObject({ version: 0, missing: ["legalName", "address", "taxIds"] });
  const taxIds = [{ kind: "eu_vat", value: "de 136695976" }];
  expect((await update(ownerId, { legalName: "Müller GmbH", taxIds })).profile).toMatchObject({
    legalName: "Müller GmbH",
    taxIds: [{ kind: "eu_vat", value: "DE136695976" }],
    missing: ["address"],
    version: 1,
  });
  const { profile } = await update(ownerId, { address: germany, taxIds: null });
  expect(profile).toMatchObject({ legalName: "Müller GmbH", taxIds: [], missing: ["taxIds"], version: 1 });
});

test("wrong check digits, postal codes and files are refused by their paths", async () => {
  const ownerId = newId("usr");
  const bad = {
    taxIds: [
      { kind: "us_ein", value: "12-3456789" },
      { kind: "eu_vat", value: "DE136695977" },
    ],
    address: { ...germany, postalCode: "1" },
  };
  const { error } = await update(ownerId, bad);
  expect(error?.extensions?.["details"]).toMatchObject({
    fields: [{ path: "address.postalCode" }, { path: "taxIds.1.value" }],
  });
  const bank = { iban: "DE89370400440532013001", bic: "X" };
  const refused = await update(ownerId, bank, "updateSellerBankDetails");
  expect(refused.error?.extensions?.["details"]).toMatchObject({
    fields: [{ path: "iban" }, { path: "bic" }],
  });
  expect((await app.run(`{ sellerProfile { version } }`, {}, { ownerId })).data.sellerProfile.version).toBe(
    0,
  );
});

test("an invoice keeps the seller and bank account that it was issued with, a draft has those of now", async () => {
  const ownerId = newId("usr");
  await update(ownerId, { legalName: "Old GmbH", address: germany, locale: "de-DE" });
  await update(ownerId, { iban: "DE89 3704 0044 0532 0130 00" }, "updateSellerBankDetails");
  const issued = await createInvoice(app, { ownerId }, { sendEmail: true });
  const draft = await createInvoice(app, { ownerId });
  expect((await update(ownerId, { legalName: "New AG" })).profile).toMatchObject({ version: 2 });
  const moved = { iban: "FR14 2004 1010 0505 0001 3M02 606", bic: "PSSTFRPPMON" };
  expect((await update(ownerId, moved, "updateSellerBankDetails")).profile).toMatchObject({
    bank: { iban: "FR…2606", bic: "PSSTFRPPMON" },
    version: 2,
  });
  const ofIssued = await pdfText(ownerId, issued.id);
  expect(ofIssued).toContain(`Rechnung ${issued.number}`);
  expect(ofIssued).toContain("Old GmbH");
  expect(ofIssued).toContain("IBAN: DE89 3704 0044 0532 0130 00");
  expect(ofIssued).not.toContain("New AG");
  const ofDraft = await pdfText(ownerId, draft.id, "fr");
  expect(ofDraft).toContain("Projet de facture");
  expect(ofDraft).toContain("New AG");
  expect(ofDraft).toContain("IBAN: FR14 2004 1010 0505 0001 3M02 606");

  const token = issued.paymentLink.replace(`${publicUrl}/pay/`, "");
  const query = "query ($token: String!) { invoicePaymentPage(token: $token) { seller { name bankLines } } }";
  const page = await app.run(query, { token }, { ownerId: null });
  expect(page.data.invoicePaymentPage.seller).toEqual({
    name: "Old GmbH",
    bankLines: ["IBAN: DE89 3704 0044 0532 0130 00"],
  });
});

test("bank details are stored encrypted, stay with changes of the profile and can be removed", async () => {
  const ownerId = newId("usr");
  const account = { routingNumber: "021000021", accountNumber: "000123456789" };
  await update(ownerId, { address: { ...germany, region: "NY", postalCode: "10001", country: "US" } });
  const wrong = await update(ownerId, { ...account, routingNumber: "021000022" }, "updateSellerBankDetails");
  expect(wrong.code).toBe("VALIDATION_ERROR");
  expect((await update(ownerId, account, "updateSellerBankDetails")).profile.bank).toMatchObject({
    routingNumber: "…0021",
    accountNumber: "…6789",
  });
  const rows = await app.database.query(
    "SELECT p::text AS row FROM gateway.seller_profiles p WHERE owner_id = $1",
    [ownerId],
  );
  expect(JSON.stringify(rows)).not.toContain("123456789");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await update(ownerId, { legalName: "Kept Inc" });
  expect(await pdfText(ownerId, id)).toContain("Account number: 000123456789");
  expect((await update(ownerId, {}, "updateSellerBankDetails")).profile.bank).toBeNull();
  expect(await pdfText(ownerId, id)).toContain("Account number: 000123456789");
});

test("another account's seller is on no document", async () => {
  const [one, other] = [newId("usr"), newId("usr")];
  await update(one, { legalName: "One Ltd" });
  const { id } = await createInvoice(app, { ownerId: other }, { sendEmail: true });
  expect(await pdfText(other, id)).not.toContain("One Ltd");
  expect(
    (await app.run(`{ sellerProfile { legalName } }`, {}, { ownerId: other })).data.sellerProfile,
  ).toEqual({
    legalName: null,
  });
});

test("an issued invoice is also an electronic one as XML, with the treatment of its tax rate", async () => {
  const ownerId = newId("usr");
  const run = async (query: string, variables: Record<string, unknown> = {}) =>
    app.run(query, variables, { ownerId });
  const rate =
    "mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id category withheld } }";
  const wrong = await run(rate, {
    input: { name: "USt", ratePercent: 19, category: "exempt", withheld: true, inclusive: true },
  });
  expect(wrong.error?.extensions?.["details"]).toMatchObject({
    fields: [{ path: "category" }, { path: "inclusive" }],
  });
  const { data } = await run(rate, {
    input: { name: "Reverse charge", ratePercent: 0, category: "reverse_charge" },
  });
  expect(data.createTaxRate).toMatchObject({ category: "reverse_charge", withheld: false });
  await update(ownerId, {
    legalName: "Müller GmbH",
    address: germany,
    taxIds: [{ kind: "eu_vat", value: "DE136695976" }],
  });
  const client = {
    name: "Client SA",
    email: "compta@client.example",
    taxId: "FR40303265045",
    country: "FR",
    language: "fr",
  };
  await run("mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }", {
    input: client,
  });
  const items = [{ description: "Conseil", amount: 100, taxRateIds: [data.createTaxRate.id] }];
  const issued = await createInvoice(app, { ownerId }, { client: client.email, items, sendEmail: true });
  const draft = await createInvoice(app, { ownerId }, { client: client.email, items });
  const file =
    "query ($id: ID!, $format: DocumentFormat) { invoicePdf(invoiceId: $id, format: $format) { filename contentType content } }";
  for (const format of ["cii", "ubl"]) {
    const { invoicePdf } = (await run(file, { id: issued.id, format })).data;
    expect(invoicePdf).toMatchObject({ filename: `${issued.number}.xml`, contentType: "application/xml" });
    const read = readElectronic(Buffer.from(invoicePdf.content, "base64").toString());
    expect(brokenRules(read)).toEqual([]);
    expect(read.taxes).toMatchObject([
      { category: "AE", reason: "Autoliquidation : la taxe est due par le client" },
    ]);
  }
  const { invoicePdf } = (await run(file, { id: issued.id })).data;
  const pdf = Buffer.from(invoicePdf.content, "base64");
  expect(pdf.toString("latin1")).toContain("factur-x.xml");
  expect(textOfPdf(pdf)).toContain("Autoliquidation");
  const refused = await run(file, { id: draft.id, format: "ubl" });
  expect(refused.error?.extensions).toMatchObject({
    code: "BUSINESS_RULE",
    details: { missing: ["the invoice is not issued"] },
  });

  const credit = "mutation ($input: GenerateCreditNoteInput!) { generateCreditNote(input: $input) { id } }";
  const note = (await run(credit, { input: { invoiceId: issued.id, amount: 40, reason: "Remise" } })).data
    .generateCreditNote;
  const noteFile = "query ($id: ID!) { creditNotePdf(creditNoteId: $id, format: ubl) { content } }";
  const { creditNotePdf } = (await run(noteFile, { id: note.id })).data;
  const read = readElectronic(Buffer.from(creditNotePdf.content, "base64").toString());
  expect(brokenRules(read)).toEqual([]);
  expect(read).toMatchObject({
    type: "381",
    preceding: issued.number,
    totals: { net: "40.00", due: "0.00" },
  });
});
