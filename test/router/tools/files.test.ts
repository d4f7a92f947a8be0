import { createHash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileLinkPaths } from "../../../router/openapi/file-paths.ts";
import { newId } from "../../../src/ids.ts";
import { purgeFiles } from "../../../subgraphs/hub/files/purge-files.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { Answer } from "../../support/app.ts";
import { openSharedAppWithTwins, type TwinApp } from "../../support/shared-app.ts";

let app: TwinApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

const csv = Buffer.from("email,firstName\nann@friend.example,Ann\n");
const inline = (bytes: Buffer, change: object = {}) => ({
  filename: "people.csv",
  contentType: "text/csv",
  content: bytes.toString("base64"),
  ...change,
});
const later = (bytes: Buffer, change: object = {}) => ({
  filename: "people.csv",
  contentType: "text/csv",
  size: bytes.byteLength,
  ...change,
});

/** A new person. */
const stranger = async () => ({
  authorization: `Bearer ${await app.tokenFor({ sub: newId("usr"), email: "s@x.example" })}`,
});

const sending = fileLinkPaths.find(({ method }) => method === "put")!;

async function put(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await app.running.router.server.inject({
    method: "PUT",
    url: url.slice(app.url.length),
    headers: { "content-type": "text/csv", ...headers },
    payload: bytes,
  });
  expect(sending["responses"]).toHaveProperty(String(response.statusCode));
  return { status: response.statusCode, headers: response.headers, body: response.json(), text: "" };
}

/** A payroll with incompressible rows. */
const payroll = (rows: number, format = "csv") => {
  const records = Array.from({ length: rows }, (_, i) => ({
    name: createHash("sha256").update(String(i)).digest("base64"),
    netPay: i,
  }));
  return { format, payrollData: { records } };
};

const faultsOf = ({ body }: Answer) =>
  (body.details?.fields ?? []).map(({ path, rule }: { path: string; rule: string }) => [path, rule]);

describe("upload_file", () => {
  test("upload_file is in the compact list, and stores a small file immediately", async () => {
    const eve = await app.as("eve");
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers: eve } }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      "call_tool call_tool_readonly describe_tools get_credit_balance get_job list_apps search_tools upload_file".split(
        " ",
      ),
    );
    const { structuredContent, content } = await client.callTool({
      name: "upload_file",
      arguments: inline(csv),
    });
    expect(structuredContent).toMatchObject({
      fileId: expect.stringMatching(/^file_/),
      status: "stored",
      size: csv.byteLength,
      uploadUrl: null,
    });
    expect(content).toHaveLength(1);
    await client.close();
  });

  test("upload_file refuses a file of another type, naming field and rule", async () => {
    const eve = await app.as("eve");
    const run = async (args: Record<string, unknown>) => faultsOf(await app.tool("upload_file", args, eve));
    expect(await run({ filename: "a.csv", contentType: "text/csv" })).toEqual([["size", "required"]]);
    expect(await run(inline(csv, { content: "no base64!" }))).toEqual([["content", "base64"]]);
    expect(await run(inline(csv, { contentType: "image/png" }))).toEqual([["content", "contentType"]]);
    expect(await run(inline(Buffer.from("%PDF-1.7 ...")))).toEqual([["content", "contentType"]]);
    expect(await run(inline(csv, { size: 5 }))).toEqual([["size", "size"]]);
    expect(await run(inline(csv, { contentType: "text/html" }))).toEqual([["contentType", "enum"]]);
    expect(await run(inline(csv, { filename: "../x" }))).toEqual([["filename", "pattern"]]);
    expect(await run(later(csv, { size: 10 * 1024 * 1024 + 1 }))).toEqual([["size", "maximum"]]);
    expect(await run(inline(Buffer.alloc(64 * 1024 + 1, "a")))).toEqual([["content", "maxBytes"]]);
    expect(await run(inline(Buffer.alloc(64 * 1024, "a")))).toEqual([]);
  });

  test("upload_file needs the scope for files", async () => {
    const answer = await app.tool("upload_file", inline(csv), app.withKey("reader"));
    expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });

  test("upload_file stores one file per idempotency key, up to the account's quota", async () => {
    const who = await stranger();
    const args = { ...inline(csv), idempotencyKey: "one-file-only" };
    const [first, again] = [
      await app.tool("upload_file", args, who),
      await app.tool("upload_file", args, who),
    ];
    expect(again.body).toEqual(first.body);
    const tenMiB = Array.from({ length: 20 }, () =>
      app.tool("upload_file", later(csv, { size: 10 * 1024 * 1024 - 10 }), who),
    );
    const answers = await Promise.all(tenMiB);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await app.tool("upload_file", later(csv, { size: 1000 }), who)).toMatchObject({
      status: 422,
      body: { code: "BUSINESS_RULE", details: { rule: "uploads_full" } },
    });
  });
});

describe("a link to send a file", () => {
  const ask = async (bytes: Buffer, change: object = {}, who?: Record<string, string>) =>
    (await app.tool("upload_file", later(bytes, change), who ?? (await app.as("eve")))).body;

  test("takes these bytes without a credential, once; then the file is there", async () => {
    const { uploadUrl, fileId, status } = await ask(csv);
    expect(status).toBe("awaited");
    const early = await app.tool("import_contacts", { fileId }, await app.as("eve"));
    expect(early).toMatchObject({ status: 409, body: { code: "INVALID_STATE" } });
    expect(await put(uploadUrl, csv)).toMatchObject({ status: 201, body: { fileId, status: "stored" } });
    expect(await put(uploadUrl, csv)).toMatchObject({ status: 409, body: { code: "INVALID_STATE" } });
    // An upload link does not allow downloads.
    expect((await app.get(uploadUrl.slice(app.url.length))).status).toBe(403);
  });

  test("only one of several concurrent uploads to a link succeeds", async () => {
    const { uploadUrl } = await ask(csv);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(uploadUrl, csv)));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(["201", "409", "409", "409", "409"]);
  });

  test("takes no other size, type or content, and is good for another try then", async () => {
    const { uploadUrl } = await ask(csv);
    expect((await put(uploadUrl, Buffer.concat([csv, csv]))).body.code).toBe("PAYLOAD_TOO_LARGE");
    expect(faultsOf(await put(uploadUrl, csv.subarray(1)))).toEqual([["body", "size"]]);
    expect((await put(uploadUrl, csv, { "content-type": "image/png" })).body.code).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(faultsOf(await put(uploadUrl, Buffer.alloc(csv.byteLength)))).toEqual([["body", "contentType"]]);
    expect((await put(uploadUrl, csv)).status).toBe(201);
  });

  test("an upload link expires after 15 minutes, and is refused when tampered with", async () => {
    const { uploadUrl } = await ask(csv);
    const [other] = [await ask(csv)];
    const at = (minutes: number) => ({
      "x-test-clock": new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    expect((await put(uploadUrl, csv, at(15.1))).body.code).toBe("FILE_LINK_EXPIRED");
    expect((await put(uploadUrl.replace(/e=\d+/, "e=4000000000"), csv)).body.code).toBe("INVALID_FILE_LINK");
    expect((await put(uploadUrl.replace(/file_\w+/, other.fileId), csv)).body.code).toBe("INVALID_FILE_LINK");
    expect((await put(`${app.url}/files/${other.fileId}`, csv)).body.code).toBe("INVALID_FILE_LINK");
    expect((await put(uploadUrl, csv, at(14.9))).status).toBe(201);
  });

  test("a download link does not accept uploads", async () => {
    const { contentUrl } = (await app.tool("export_payroll", payroll(2000), await app.as("pia"))).body;
    expect((await put(contentUrl, csv)).body.code).toBe("INVALID_FILE_LINK");
  });
});

describe("a tool that takes a file", () => {
  test("takes its id instead of the content", async () => {
    const eve = await app.as("eve");
    const described = (await app.get("/tools/import_contacts", eve)).body;
    expect(Object.keys(described.inputSchema.properties)).toContain("fileId");
    expect(described.inputSchema.required ?? []).not.toContain("csv");
    const { fileId } = (await app.tool("upload_file", inline(csv), eve)).body;
    const answer = await app.tool("import_contacts", { fileId }, eve);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.import.importId).toBeDefined();
    const through = await app.tool("call_tool", { name: "import_contacts", arguments: { fileId } }, eve);
    expect(through.status, through.text).toBe(200);
  });

  test("knows only files of the account, of a type it can read, and one of the two", async () => {
    const [eve, other] = [await app.as("eve"), await stranger()];
    const { fileId } = (await app.tool("upload_file", inline(csv), other)).body;
    const missing = await app.tool("import_contacts", { fileId: newId("file") }, eve);
    const foreign = await app.tool("import_contacts", { fileId }, eve);
    expect(foreign).toMatchObject({ status: 404, body: { code: "FILE_NOT_FOUND" } });
    const bare = ({ requestId: _own, ...body }: Record<string, unknown>) => body;
    expect(bare(foreign.body)).toEqual(bare(missing.body));
    const pdf = { filename: "a.pdf", contentType: "application/pdf" };
    const wrong = (await app.tool("upload_file", inline(Buffer.from("%PDF-1.7"), pdf), eve)).body;
    expect(faultsOf(await app.tool("import_contacts", { fileId: wrong.fileId }, eve))).toEqual([
      ["fileId", "contentType"],
    ]);
    expect(faultsOf(await app.tool("import_contacts", { fileId, csv: "email\n" }, eve))).toEqual([
      ["fileId", "exclusive"],
    ]);
    expect(faultsOf(await app.tool("import_contacts", { fileId: 5 }, eve))).toEqual([["fileId", "type"]]);
    expect(faultsOf(await app.tool("import_contacts", {}, eve))).toEqual([["csv", "required"]]);
    expect(faultsOf(await app.tool("list_invoices", { fileId }, eve))).toEqual([["fileId", "unknown"]]);
    const reader = await app.tool("import_vehicles", { fileId }, app.withKey("reader"));
    expect(reader).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });

  test("does not know it any more once it was deleted, or its 7 days are over", async () => {
    const eve = await app.as("eve");
    const [lapsed, { fileId }] = [
      (await app.tool("upload_file", inline(csv), eve)).body,
      (await app.tool("upload_file", inline(csv), eve)).body,
    ];
    expect((Date.parse(lapsed.keptUntil) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    await app.database.query("UPDATE hub.files SET kept_until = now() WHERE id = $1", [lapsed.fileId]);
    const late = await app.tool("import_contacts", { fileId: lapsed.fileId }, eve);
    expect(late.body.code).toBe("FILE_NOT_FOUND");
    expect((await app.tool("delete_file", { fileId }, eve)).status).toBe(200);
    expect((await app.tool("import_contacts", { fileId }, eve)).body.code).toBe("FILE_NOT_FOUND");
  });
});

describe("an answer that is a large file", () => {
  const maxBytes = 64 * 1024;
  const bytesAt = async (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers: { ...headers, connection: "close" } });

  test.each(["csv", "excel"])("is behind a link that is good for 15 minutes: %s", async (format) => {
    const pia = await app.as("pia");
    const { body } = await app.tool("export_payroll", payroll(2000, format), pia);
    expect(body).toMatchObject({ success: true, content: null, contentUrl: expect.any(String) });
    const whole = await app.running.router.server.inject({
      method: "POST",
      url: "/api/integrations/export-payroll",
      headers: pia,
      payload: payroll(2000, format),
    });
    const expected = Buffer.from(whole.json().content, body.encoding);
    const answer = await bytesAt(body.contentUrl);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (format === "csv") expect(bytes.equals(expected)).toBe(true);
    expect(bytes.byteLength).toBe(body.size);
    expect(answer.headers.get("content-type")?.split(";")[0]).toBe(body.contentType.split(";")[0]);
    const minutes = (Date.parse(body.contentUrlExpiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    const late = { "x-test-clock": new Date(Date.now() + 15.1 * 60_000).toISOString() };
    expect((await bytesAt(body.contentUrl, late)).status).toBe(410);
  });

  test("a small file stays inline in the result", async () => {
    const { body } = await app.tool("export_payroll", payroll(5), await app.as("pia"));
    expect(typeof body.content).toBe("string");
    expect(Buffer.byteLength(body.content)).toBeLessThanOrEqual(maxBytes);
    expect("contentUrl" in body).toBe(false);
  });

  test("agents get a large file as a link beside data that match the output schema", async () => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: await app.as("pia") };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp/all`), { requestInit }));
    const { structuredContent, content } = await client.callTool({
      name: "export_payroll",
      arguments: payroll(2000),
    });
    const body = structuredContent as { contentUrl: string; filename: string; size: number };
    const { outputSchema } = (await app.get("/tools/export_payroll", requestInit.headers)).body;
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(outputSchema);
    expect(fits(body), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...body, content: 5 })).toBe(false);
    const [text, link] = content as [{ text: string }, unknown];
    expect(text.text.length).toBeLessThan(2000);
    expect(JSON.parse(text.text)).toEqual(body);
    expect(link).toMatchObject({
      type: "resource_link",
      uri: body.contentUrl,
      name: body.filename,
      size: body.size,
      mimeType: expect.stringContaining("text/csv"),
    });
    expect(content).toHaveLength(2);
    await client.close();
  });

  test("the schema of every tool that returns a file describes its link", async () => {
    const { tools } = (await app.get("/tools")).body as { tools: { name: string }[] };
    const found: string[] = [];
    for (const { name } of tools) {
      const text = JSON.stringify((await app.get(`/tools/${name}`)).body.outputSchema);
      if (/"encoding":/.test(text)) {
        expect.soft(text, name).toContain("contentUrlExpiresAt");
        found.push(name);
      }
    }
    expect(found).toEqual(
      expect.arrayContaining(["export_payroll", "render_invoice_pdf", "export_transcript"]),
    );
  });

  test("an expired file is removed from the store", async () => {
    const ctx = app.running.platform.contextIn("hub", null) as HubContext;
    await app.tool("export_payroll", payroll(2000), await app.as("pia"));
    await app.database.query(
      "UPDATE hub.files SET kept_until = now() - interval '1 minute' WHERE kept_until IS NOT NULL AND owner_id = $1",
      [app.idOf("pia")],
    );
    expect(await purgeFiles(ctx)).toBeGreaterThan(0);
    const left = await app.database.query(
      `SELECT 1 FROM hub.files
       WHERE kept_until IS NOT NULL AND stored_at IS NOT NULL AND purged_at IS NULL AND owner_id = $1`,
      [app.idOf("pia")],
    );
    expect(left).toEqual([]);
  });
});
