import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { addContact, importFile, newOwner, sendCsv, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app, "starter");
});
afterAll(() => app?.close());

const create = (body: object, { headers } = owner) => app.post("/crm/companies", body, headers);
const change = (companyId: string, body: object) =>
  app.send("PATCH", `/crm/companies/${companyId}`, owner.headers, body);

async function addCompany(body: object): Promise<string> {
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.company.companyId as string;
}

test("a company is stored with its domain in ASCII, and found by name or domain", async () => {
  const answer = await create({ name: " Bücher GmbH ", domain: "Bücher.Example", notes: "Since 2020" });
  expect(answer.body).toEqual({
    success: true,
    company: {
      companyId: expect.stringMatching(/^co_[0-9a-z]{26}$/),
      name: "Bücher GmbH",
      domain: "xn--bcher-kva.example",
      notes: "Since 2020",
      contacts: 0,
      archived: false,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  });
  for (const query of ["bücher", "gmbh xn--bcher", "XN--BCHER-KVA.EXAMPLE"]) {
    const { body } = await app.get(`/crm/companies?query=${encodeURIComponent(query)}`, owner.headers);
    expect([query, body.total, body.companies[0]?.name]).toEqual([query, 1, "Bücher GmbH"]);
  }
  const { body } = await app.get("/crm/companies?query=b%25cher", owner.headers);
  expect(body.total).toBe(0);
  const bad = await create({ name: "X", domain: "no domain" });
  expect(bad.body.details.fields).toMatchObject([{ path: "domain", rule: "domain" }]);
});

test("a domain belongs to one company of the account, also under concurrency", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      create({ name: `Race ${index}`, domain: index % 2 ? "RACE.example" : "race.example" }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer !== made[0]))
    expect([status, body.code, body.details.companyId]).toEqual([
      409,
      "COMPANY_EXISTS",
      made[0]!.body.company.companyId,
    ]);
  const other = await newOwner(app);
  expect((await create({ name: "Same domain", domain: "race.example" }, other)).status).toBe(201);
});

test("contacts belong to companies, and a company's new name reaches those that had the former one", async () => {
  const companyId = await addCompany({ name: "Old Name" });
  const linked = await addContact(app, owner, { email: "linked@company.example", companyId });
  expect(linked).toMatchObject({ companyId, company: "Old Name" });
  const own = { email: "own@company.example", companyId, company: "Branch East" };
  const named = await addContact(app, owner, own);
  expect(named.company).toBe("Branch East");
  const renamed = await change(companyId, { name: "New Name", version: 1 });
  expect(renamed.body.company).toMatchObject({ name: "New Name", contacts: 2, version: 2 });
  const read = async ({ contactId }: { contactId: string }) =>
    (await app.get(`/crm/contacts/${contactId}`, owner.headers)).body.contact;
  expect(await read(linked)).toMatchObject({ company: "New Name", version: 2 });
  expect(await read(named)).toMatchObject({ company: "Branch East", version: 1 });
  const { body } = await app.get(`/crm/contacts?companyId=${companyId}&query=new`, owner.headers);
  expect(body.contacts.map(({ email }: { email: string }) => email)).toEqual(["linked@company.example"]);
  const both = await app.get(`/crm/contacts?search=linked&query=branch`, owner.headers);
  expect(both.body.total).toBe(0);

  const stale = await change(companyId, { notes: "x", version: 1 });
  expect([stale.status, stale.body.code, stale.body.details]).toMatchObject([
    409,
    "VERSION_CONFLICT",
    { version: 2 },
  ]);
  await app.send("DELETE", `/crm/contacts/${linked.contactId}`, owner.headers);
  expect((await change(companyId, { notes: "x" })).body.company.contacts).toBe(1);
});

test("an archived company is listed only on request", async () => {
  const companyId = await addCompany({ name: "Seldom" });
  expect((await change(companyId, { archived: true })).body.company.archived).toBe(true);
  const total = async (query: string) =>
    (await app.get(`/crm/companies?query=seldom${query}`, owner.headers)).body.total;
  expect([await total(""), await total("&archived=true")]).toEqual([0, 1]);
  await change(companyId, { archived: false });
  expect(await total("")).toBe(1);
});

test("another account's company cannot be named", async () => {
  const companyId = await addCompany({ name: "Mine" });
  const other = await newOwner(app);
  const answer = await app.post("/crm/contacts", { email: "a@b.example", companyId }, other.headers);
  expect([answer.status, answer.body.code]).toEqual([404, "COMPANY_NOT_FOUND"]);
});

test("an import maps headings to fields, and leaves columns out", async () => {
  const csv = "E-mail 1,Given,Segment,Internal\nmapped@import.example,Ann,gold,secret\n";
  const mapping = ["E-Mail 1=email", "given=firstName", "Segment=tier", "Internal=ignore"];
  const query = `?${mapping.map((entry) => `mapping=${encodeURIComponent(entry)}`).join("&")}`;
  expect(await importFile(app, owner, csv, query)).toMatchObject({ status: "completed", created: 1 });
  const { body } = await app.get("/crm/contacts?query=mapped@import.example", owner.headers);
  expect(body.contacts).toMatchObject([{ firstName: "Ann", customFields: { tier: "gold" } }]);
  expect(Object.keys(body.contacts[0].customFields)).toEqual(["tier"]);
});

test.each([
  ["nothing", "mapping.0", "mapping"],
  ["Phone=phone", "mapping.0", "heading"],
  ["Mail=email&mapping=mail=phone", "mapping.1", "unique"],
  ["Name=email", "csv.header.2", "unique"],
])("an import with the mapping %s is refused", async (mapping, path, rule) => {
  const answer = await sendCsv(app, owner, "Mail,Name\na@b.example,A\n", `?mapping=${mapping}`);
  expect(answer.status).toBe(400);
  expect(answer.body.details.fields).toContainEqual({ path, rule, message: expect.any(String) });
});
