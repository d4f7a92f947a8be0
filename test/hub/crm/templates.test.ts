import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { addContact, newOwner, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
});
afterAll(() => app?.close());

const texts = {
  name: "Welcome",
  subject: "Hello {{firstName|there}}",
  htmlBody: '<p onclick="x()">Hello {{firstName|there}}, {{plan}}</p><script>x()</script>',
  textBody: "Hello {{firstName|there}}",
};
/** Number of responses by status. */
const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
const post = (body: object, { headers } = owner) => app.post("/crm/templates", body, headers);

test("a template is stored sanitised, with its variables", async () => {
  const { status, body } = await post(texts);
  expect(status).toBe(201);
  expect(body.template).toEqual({
    templateId: expect.stringMatching(/^tpl_[0-9a-z]{26}$/),
    ...texts,
    htmlBody: "<p>Hello {{firstName|there}}, {{plan}}</p>",
    variables: ["firstName", "plan"],
    version: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const { templateId } = body.template;
  const read = await app.get(`/crm/templates/${templateId}`, owner.headers);
  expect(read.body).toEqual(body);
});

test("template names are unique, ignoring case, also under concurrency", async () => {
  const names = ["News", "news", "NEWS", "nEws"];
  const answers = await Promise.all(names.map((name) => post({ ...texts, name })));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 3 });
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({ code: "INVALID_STATE", details: { reason: "name_taken" } });
  const { templateId } = (await post({ ...texts, name: "Other" })).body.template;
  const renamed = await app.send("PATCH", `/crm/templates/${templateId}`, owner.headers, { name: "news" });
  expect(renamed.status).toBe(409);
});

test("an update creates the next version, and one for another version is rejected", async () => {
  const { templateId } = (await post({ ...texts, name: "Versions" })).body.template;
  const change = (body: object) => app.send("PATCH", `/crm/templates/${templateId}`, owner.headers, body);
  const changed = await change({ version: 1, subject: "New", textBody: null });
  expect(changed.body.template).toMatchObject({
    version: 2,
    subject: "New",
    textBody: null,
    name: "Versions",
  });
  expect(await change({ version: 1, subject: "Old" })).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT", details: { version: 2 } },
  });
  expect((await change({ subject: null })).body.details.fields).toMatchObject([{ path: "subject" }]);
  expect((await change({ htmlBody: "{{oops" })).body.details.fields).toMatchObject([
    { path: "htmlBody", rule: "mergeTag" },
  ]);
});

test("a preview renders a contact's message, and sends nothing", async () => {
  const { templateId } = (await post({ ...texts, name: "Preview" })).body.template;
  const preview = async (body: object) =>
    (await app.post(`/crm/templates/${templateId}/preview`, body, owner.headers)).body.preview;
  expect(await preview({ variables: { firstName: "<Ann>", plan: 3 } })).toEqual({
    templateId,
    subject: "Hello <Ann>",
    html: "<p>Hello &lt;Ann&gt;, 3</p>",
    text: "Hello <Ann>",
    missing: [],
  });
  const { contactId } = await addContact(app, owner, {
    email: "bea@preview.example",
    firstName: "Bea",
    customFields: { plan: "gold" },
  });
  expect(await preview({ contactId })).toMatchObject({ html: "<p>Hello Bea, gold</p>" });
  expect(await preview({ contactId, variables: { plan: "tin" } })).toMatchObject({
    html: "<p>Hello Bea, tin</p>",
  });
  expect(await preview({})).toMatchObject({ subject: "Hello there", missing: ["plan"] });
  const stranger = await newOwner(app);
  const foreign = (await addContact(app, stranger, { email: "a@preview.example" })).contactId;
  expect(
    await app.post(`/crm/templates/${templateId}/preview`, { contactId: foreign }, owner.headers),
  ).toMatchObject({ status: 404, body: { code: "CONTACT_NOT_FOUND" } });
});

test("a deleted template is not found, its name is free, and a second deletion returns the same", async () => {
  const own = await newOwner(app);
  const { templateId } = (await post({ ...texts, name: "Gone" }, own)).body.template;
  const remove = () => app.send("DELETE", `/crm/templates/${templateId}`, own.headers);
  const first = await remove();
  expect(first).toMatchObject({ status: 200, body: { success: true, templateId } });
  expect((await remove()).body).toEqual(first.body);
  expect(await app.get(`/crm/templates/${templateId}`, own.headers)).toMatchObject({
    status: 404,
    body: { code: "TEMPLATE_NOT_FOUND" },
  });
  expect((await post({ ...texts, name: "Gone" }, own)).status).toBe(201);
  expect((await app.get("/crm/templates", own.headers)).body).toMatchObject({ total: 1, nextCursor: null });
});

test("an account has at most 500 templates", async () => {
  const own = await newOwner(app);
  await app.database.query(
    `INSERT INTO hub.crm_templates (id, owner_id, name, subject, html_body, created_at, updated_at)
     SELECT 'tpl_' || $1 || n, $1, 'T' || n, 's', 'b', now(), now() FROM generate_series(1, 499) n`,
    [own.ownerId],
  );
  const answers = await Promise.all(["a", "b", "c"].map((name) => post({ ...texts, name }, own)));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 2 });
});
