import { afterAll, beforeAll, expect, test } from "vitest";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { runDataExport } from "../../../subgraphs/hub/data-exports/run-export.service.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";
import { unzip } from "../exports/read-files.ts";

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await openSharedApp();
  person = await signUp(app);
});
afterAll(() => app?.close());

type Headers = Record<string, string>;

const path = "/account/data-exports";

async function newClient(client: { name: string }, headers: Headers): Promise<void> {
  const { status, body } = await app.post("/clients", client, { ...headers, "x-app-id": "invoicer" });
  expect([status, body.error]).toEqual([201, undefined]);
}

/** The export once it is over. */
async function ended(headers: Headers, id: string): Promise<Record<string, unknown>> {
  return until("the export ends", async () => {
    const { body } = await app.get(`${path}/${id}`, headers);
    return !["queued", "running"].includes(body.status as string) && body;
  });
}

async function newArchive(headers: Headers, input: Record<string, unknown> = {}) {
  const { status, body } = await app.post(path, input, headers);
  expect([status, body.status]).toEqual([202, "queued"]);
  const made = await ended(headers, body.id as string);
  expect(made).toMatchObject({ status: "ready", failure: null });
  return { made, id: body.id as string, url: made["downloadUrl"] as string };
}

async function download(url: string): Promise<Map<string, string>> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

async function mailTo(email: string): Promise<string> {
  return until(`a mail to ${email}`, async () => {
    type Mail = { to: string[] | string; subject: string; text: string };
    const { messages } = (await (await fetch(`${app.sandboxUrl}/mail/messages`)).json()) as {
      messages: Mail[];
    };
    const found = messages.find(
      ({ to, subject }) => subject.includes("data export") && [to].flat().some((one) => one.includes(email)),
    );
    return found?.text;
  });
}

test("an archive has the account's rows as JSON Lines and CSV, its files and a manifest", async () => {
  await newClient({ name: "=Ana, Ltd" }, person.headers);
  const content = Buffer.from("name\r\nAna\r\n").toString("base64");
  const file = { filename: "people list.csv", contentType: "text/csv", content };
  const { body: stored } = await app.post("/files", file, person.headers);
  const { made, url } = await newArchive(person.headers);
  const files = await download(url);
  const [client] = files.get("gateway/clients.jsonl")!.trim().split("\n");
  expect(JSON.parse(client!)).toMatchObject({ name: "=Ana, Ltd", owner_id: person.userId });
  const [head, row] = files.get("gateway/clients.csv")!.trim().split("\r\n");
  expect(head).toContain("name");
  expect(row).toContain(`"'=Ana, Ltd"`);
  expect(files.get(`files/${stored.fileId}/people_list.csv`)).toBe("name\r\nAna\r\n");
  expect(JSON.parse(files.get("hub/users.jsonl")!)).toMatchObject({ id: person.userId, email: person.email });
  const manifest = JSON.parse(files.get("manifest.json")!);
  expect(manifest).toMatchObject({ accountId: person.userId, apps: null, missingFiles: [] });
  expect(manifest.tables).toContainEqual({ table: "gateway.clients", rows: 1 });
  expect(manifest.excludedColumns).toContainEqual(expect.objectContaining({ name: "hub.api_keys.key_hash" }));
  expect(made).toMatchObject({ tablesDone: manifest.tables.length, files: 1 });
});

test("the mailed link opens the archive for 7 days, and ranges of it", async () => {
  const other = await signUp(app);
  const { made, id } = await newArchive(other.headers);
  const text = await mailTo(other.email);
  const link = /https?:\S+\/files\/\S+/.exec(text)![0];
  const whole = await app.get(link.slice(app.url.length));
  expect(whole.status).toBe(200);
  const size = Number(whole.headers["content-length"]);
  const bytes = Buffer.from(await (await fetch(link)).arrayBuffer());
  expect(bytes.length).toBe(size);
  const part = await fetch(link, { headers: { range: `bytes=10-${size - 5}` } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, size - 4))).toBe(true);
  expect(new Date(made["expiresAt"] as string).getTime() - Date.parse(made["finishedAt"] as string)).toBe(
    7 * 86_400_000,
  );
  const later = { "x-test-clock": new Date(Date.now() + 7 * 86_400_000 + 60_000).toISOString() };
  expect((await app.get(link.slice(app.url.length), later)).status).toBe(410);
  const expiresInSeconds = 30 * 86_400;
  const lasting = { authorization: `Bearer ${await app.tokenFor({ sub: other.userId, expiresInSeconds })}` };
  const gone = await app.get(`${path}/${id}`, { ...lasting, ...later });
  expect(gone.body).toMatchObject({ status: "expired", downloadUrl: null });
});

test("an export of some apps has their rows alone", async () => {
  const one = await signUp(app);
  await newClient({ name: "Ana" }, one.headers);
  const files = await download((await newArchive(one.headers, { apps: ["invoicer"] })).url);
  expect([...files.keys()].filter((name) => name.startsWith("hub/users"))).toEqual([]);
  expect(files.has("gateway/clients.jsonl")).toBe(true);
  const refused = await app.post(path, { apps: ["no-such-app"] }, one.headers);
  expect([refused.status, refused.body.code]).toEqual([404, "APP_NOT_FOUND"]);
});

test("one export of an account runs at a time, and a canceled one leaves no bytes", async () => {
  const one = await signUp(app);
  // Its job is not there: it stays queued.
  const id = "dex_01jd0000000000000000000000";
  await app.database.query(
    `WITH file AS (INSERT INTO hub.files (id, owner_id, app_id, filename, content_type, size, is_parted, created_at)
       VALUES ('file_01jd0000000000000000000000', $2, 'central', 'a.zip', 'application/zip', 0, true, now()) RETURNING id)
     INSERT INTO hub.data_exports (id, owner_id, requested_by, file_id, status, created_at, updated_at)
     SELECT $1, $2, $2, id, 'queued', now(), now() FROM file`,
    [id, one.userId],
  );
  const second = await app.post(path, {}, one.headers);
  expect(second).toMatchObject({ status: 409, body: { code: "INVALID_STATE", details: { exportId: id } } });
  expect((await app.send("DELETE", `${path}/${id}`, one.headers)).body).toMatchObject({ status: "canceled" });
  expect(await app.database.query("SELECT 1 FROM hub.files WHERE owner_id = $1", [one.userId])).toEqual([]);

  const { url, id: ready } = await newArchive(one.headers);
  const keys = await app.database.query<{ key: string }>(
    "SELECT storage_key AS key FROM hub.file_parts WHERE owner_id = $1",
    [one.userId],
  );
  expect(keys).toHaveLength(1);
  const deleted = await app.send("DELETE", `${path}/${ready}`, one.headers);
  expect(deleted.body).toMatchObject({ status: "expired", downloadUrl: null });
  expect((await app.get(url.slice(app.url.length))).status).toBe(404);
  expect(await app.database.query("SELECT 1 FROM hub.file_parts WHERE owner_id = $1", [one.userId])).toEqual(
    [],
  );
  const [list] = (await app.get(path, one.headers)).body.exports as [Record<string, unknown>];
  expect(list).toMatchObject({ id: ready, status: "expired" });
});

test("administrators of an organization export it; members and others cannot", async () => {
  const owner = await signUp(app);
  const organizationId = await foundOrganization(app, owner);
  await newClient({ name: "Of the organization" }, owner.in(organizationId));
  await newClient({ name: "Of the person" }, owner.headers);
  const { headers: admin } = await newMember(app, organizationId, "admin");
  const { headers: member } = await newMember(app, organizationId, "member");
  const refusal = (answer: Answer) => [answer.status, answer.body.code, answer.body.details?.reason];
  expect(refusal(await app.post(path, {}, member))).toEqual([403, "FORBIDDEN", "role_required"]);
  const { url, id } = await newArchive(admin);
  const files = await download(url);
  expect(files.get("gateway/clients.jsonl")).toContain("Of the organization");
  expect([...files.values()].join("")).not.toContain("Of the person");
  expect(files.get("hub/account_members.jsonl")!.trim().split("\n")).toHaveLength(3);
  expect(refusal(await app.get(`${path}/${id}`, person.headers))).toEqual([404, "NOT_FOUND", undefined]);
  expect((await app.send("DELETE", `${path}/${id}`, person.headers)).status).toBe(404);
});

test("a removed administrator loses the link to the archive, and gets no mail of a later one", async () => {
  const owner = await signUp(app);
  const organizationId = await foundOrganization(app, owner);
  const { person: admin, headers } = await newMember(app, organizationId, "admin");
  const { url, id } = await newArchive(headers);
  const link = url.slice(app.url.length);
  expect((await app.get(link)).status).toBe(200);
  const ownHeaders = owner.in(organizationId);
  await app.send("DELETE", `/account/members/${admin.userId}`, ownHeaders);
  expect((await app.get(link)).status).not.toBe(200);
  expect((await app.get(`${path}/${id}`, headers)).body.code).toBe("ACCOUNT_NOT_FOUND");
  // The organization keeps its archive, with new links.
  const kept = (await app.get(`${path}/${id}`, ownHeaders)).body as { downloadUrl: string };
  expect((await app.get(kept.downloadUrl.slice(app.url.length))).status).toBe(200);

  const { person: other } = await newMember(app, organizationId, "admin");
  const later = await newArchive(ownHeaders);
  await app.send("DELETE", `/account/members/${other.userId}`, ownHeaders);
  // As if the other one had asked before the removal, and the archive was finished after it.
  const sql = "UPDATE hub.data_exports SET requested_by = $2, mailed_at = NULL WHERE id = $1";
  await app.database.query(sql, [later.id, other.userId]);
  const ctx = app.running.platform.contextIn("hub") as HubContext;
  const run = { sourcesOf: () => [], signal: AbortSignal.timeout(120_000), isLastAttempt: true };
  await runDataExport(ctx, later.id, run);
  const { messages } = (await (await fetch(`${app.sandboxUrl}/mail/messages`)).json()) as {
    messages: { to: string | string[]; subject: string }[];
  };
  const subjects = (email: string) =>
    messages.filter(({ to }) => [to].flat().some((one) => one.includes(email))).map(({ subject }) => subject);
  expect(subjects(admin.email)).toContain("Your data export is ready");
  expect(subjects(other.email)).not.toContain("Your data export is ready");
});

test("a token that is limited to an app exports this app alone, and sees no other archive", async () => {
  const one = await signUp(app);
  const { id } = await newArchive(one.headers);
  const token = await app.tokenFor({ sub: one.userId, apps: ["invoicer"] });
  const limited = { authorization: `Bearer ${token}` };
  expect((await app.get(path, limited)).body).toMatchObject({ exports: [], total: 0 });
  expect((await app.get(`${path}/${id}`, limited)).status).toBe(404);
  expect((await app.post(path, { apps: ["finance"] }, limited)).status).toBe(403);
  const { made } = await newArchive(limited);
  expect(made).toMatchObject({ apps: ["invoicer"] });
});
