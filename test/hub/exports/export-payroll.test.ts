import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { foundOrganization, newMember, signUp } from "../accounts/organizations.ts";
import { createEmployer } from "../../gateway/payroll/employers.ts";
import { aPayroll, anEmployee, formats } from "./payrolls.ts";
import { readExport } from "./read-files.ts";

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
const path = "/api/integrations/export-payroll";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let app: TestApp;
let pia: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  pia = await app.as("pia");
});
afterAll(() => app.close());

const body = (format: string, options?: Record<string, unknown>) => ({
  format,
  payrollData: aPayroll,
  options,
});

/** The answer's bytes, for answers that are no text. */
async function sendForBytes(payload: unknown, headers: Record<string, string> = {}) {
  return app.running.router.server.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/json", ...pia, ...headers },
    payload: JSON.stringify(payload),
  });
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("the JSON answer", () => {
  for (const format of formats) {
    test(`the JSON response has a ${format} file with the size and digest of its bytes`, async () => {
      const answer = await app.post(path, body(format), pia);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual([
        "success",
        "format",
        "filename",
        "contentType",
        "encoding",
        "content",
        "size",
        "sha256",
        "recordCount",
        "totals",
        "warnings",
      ]);
      expect(answer.body).toMatchObject({
        success: true,
        format,
        recordCount: 1,
        encoding: format === "excel" ? "base64" : "utf8",
      });
      const bytes = Buffer.from(answer.body.content, answer.body.encoding);
      expect(answer.body.size).toBe(bytes.length);
      expect(answer.body.sha256).toBe(sha256(bytes));
      expect(readExport(answer.body).totals["netPay"]).toBe("3099.80");
      expect(answer.headers["cache-control"]).toContain("no-store");
    });
  }
});

describe("the bytes", () => {
  test.each([
    ["csv", "text/csv; charset=utf-8"],
    ["json", "application/json; charset=utf-8"],
    ["xml", "application/xml; charset=utf-8"],
    ["excel", spreadsheet],
  ])("are sent for download: true, as %s of the type %s", async (format, contentType) => {
    const { body: file } = await app.post(path, body(format), pia);
    const answer = await sendForBytes(body(format, { download: true }));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe(contentType);
    expect(answer.headers["content-length"]).toBe(String(file.size));
    expect(answer.headers["content-disposition"]).toBe(`attachment; filename="${file.filename}"`);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(sha256(answer.rawPayload)).toBe(file.sha256);
  });

  test.each([
    ["csv", "text/csv", true],
    ["csv", "text/csv; charset=utf-8", true],
    ["csv", "TEXT/CSV, */*;q=0.1", true],
    ["csv", "text/csv;q=0.5, application/json;q=0.4", true],
    ["csv", "text/csv;q=0.5, application/json", false],
    ["csv", "text/csv;q=0", false],
    ["csv", "*/*", false],
    ["csv", "text/*", false],
    ["csv", "application/xml", false],
    ["csv", "text/csvx", false],
    ["csv", ";;q=,,/", false],
    ["json", "application/json", false],
    ["xml", "text/html,application/xml;q=0.9,*/*;q=0.8", true],
    ["excel", spreadsheet, true],
  ])("%s accepted as %j: %j", async (format, accept, isRaw) => {
    const answer = await sendForBytes(body(format), { accept });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"] !== undefined).toBe(isRaw);
    if (!isRaw) expect(answer.json()).toMatchObject({ success: true, format });
  });

  test.each([
    ['say "hi"', `attachment; filename="say _hi_.csv"; filename*=UTF-8''say%20%22hi%22.csv`],
    ["Löhne März", `attachment; filename="L_hne M_rz.csv"; filename*=UTF-8''L%C3%B6hne%20M%C3%A4rz.csv`],
    ["a\r\nx-evil: 1", `attachment; filename="ax-evil_ 1.csv"`],
    ["50% (a)*'b'", `attachment; filename="50_ (a)_'b'.csv"; filename*=UTF-8''50%25%20%28a%29_%27b%27.csv`],
    ["💶", `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%92%B6.csv`],
    ["x; filename=evil.exe", `attachment; filename="x; filename=evil.exe.csv"`],
  ])("are named %j safely", async (filename, header) => {
    const answer = await sendForBytes(body("csv", { filename, download: true }));
    expect(answer.headers["content-disposition"]).toBe(header);
    expect(answer.headers["x-evil"]).toBeUndefined();
  });

  test("text beyond one chunk is whole, whatever characters are at the boundaries", async () => {
    const records = Array.from({ length: 4000 }, (_, at) => ({ at, text: "💶é".repeat(1 + (at % 17)) }));
    const request = { format: "csv", payrollData: { records } };
    const { body: file } = await app.post(path, request, pia);
    const answer = await sendForBytes(request, { accept: "text/csv" });
    expect(answer.rawPayload.length).toBe(file.size);
    expect(answer.rawPayload.toString("utf8")).toBe(file.content);
  });

  test("an error is JSON instead of the file's bytes", async () => {
    const request = {
      format: "csv",
      payrollData: { employees: [{ ...anEmployee, netPay: 1 }] },
      options: { download: true },
    };
    const answer = await sendForBytes(request, { accept: "text/csv" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      success: false,
      code: "INVALID_EXPORT_REQUEST",
      details: { rows: [{ row: 1 }] },
    });
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });
});

describe("refusals", () => {
  test("an export without a credential, or with a key, is 401", async () => {
    expect((await app.post(path, body("csv"))).body).toMatchObject({ success: false, code: "MISSING_TOKEN" });
    expect((await app.post(path, body("csv"), app.withKey("full"))).status).toBe(401);
  });

  test("a missing or invalid input is 400, others are 405, 413 and 415", async () => {
    const fields = async (payload: unknown) =>
      (await app.post(path, payload, pia)).body.details.fields.map((fault: { path: string }) => fault.path);
    expect(await fields({})).toEqual(["format"]);
    expect(await fields({ format: "csv" })).toEqual(["payrollData"]);
    expect(await fields({ format: "pdf", payrollData: [], colour: 1 })).toEqual(
      expect.arrayContaining(["format", "payrollData", "colour"]),
    );
    const wrong = await app.send("GET", path, pia);
    expect([wrong.status, wrong.headers["allow"]]).toEqual([405, "POST"]);
    const typed = await app.running.router.server.inject({
      method: "POST",
      url: path,
      headers: { ...pia, "content-type": "text/csv" },
      payload: "a",
    });
    expect(typed.statusCode).toBe(415);
  });

  test("exactly 10 MiB are accepted here; other routes keep their limit", async () => {
    const limit = 10 * 1024 * 1024;
    const head = '{"format":"json","payrollData":{"records":[';
    const tail = "]}}";
    const row = `{"text":"${"x".repeat(32_000)}"},`;
    const rows = row.repeat(Math.floor((limit - head.length - tail.length) / row.length) - 1);
    const room = limit - head.length - tail.length - rows.length - '{"text":""}'.length;
    const send = (payload: string, url = path) =>
      app.running.router.server.inject({
        method: "POST",
        url,
        headers: { ...pia, "content-type": "application/json" },
        payload,
      });
    const last = (length: number) =>
      `${head}${rows}{"text":"${"y".repeat(30_000)}"},{"text":"${"y".repeat(length - 30_000 - '{"text":""},'.length)}"}${tail}`;
    const full = last(room);
    expect(full.length).toBe(limit);
    expect((await send(full)).statusCode).toBe(200);
    const over = await send(`${full} `);
    expect(over.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { maxBytes: limit } });
    expect(over.statusCode).toBe(413);
    expect((await send(full, "/credits/consume")).json()).toMatchObject({
      details: { maxBytes: 1024 * 1024 },
    });
  });

  test("any input is answered with 200 or 400", async () => {
    const some = fc.jsonValue({ maxDepth: 4 });
    const options = fc.dictionary(
      fc.constantFrom(
        "columns",
        "delimiter",
        "filename",
        "dateFormat",
        "sheetName",
        "rootElement",
        "maskPii",
        "strict",
        "download",
      ),
      fc.oneof(some, fc.string({ unit: "binary" })),
    );
    const payroll = fc.record(
      {
        company: some,
        payPeriod: some,
        currency: some,
        employees: fc.array(fc.oneof(some, fc.constant(anEmployee))),
        records: fc.oneof(some, fc.array(fc.dictionary(fc.string(), some))),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          format: fc.constantFrom(...formats),
          payrollData: fc.oneof(payroll, some),
          options: fc.oneof(options, some),
        }),
        async (request) => {
          const answer = await sendForBytes(request);
          expect([200, 400]).toContain(answer.statusCode);
          if (answer.statusCode === 400)
            expect(["INVALID_EXPORT_REQUEST", "VALIDATION_ERROR", "INVALID_JSON"]).toContain(
              answer.json().code,
            );
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("a key sent again", () => {
  test("a repeated key returns the same bytes at every door; with another payroll it is rejected", async () => {
    const headers = { "idempotency-key": "payroll-january" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.post(path, body("excel"), { ...pia, ...headers })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] !== "true")).toHaveLength(1);
    const raw = await sendForBytes(body("excel"), { ...headers, accept: spreadsheet });
    expect(sha256(raw.rawPayload)).toBe(answers[0]!.body.sha256);
    expect(raw.headers["idempotent-replayed"]).toBe("true");
    expect((await app.post(path, body("csv"), { ...pia, ...headers })).body).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
  });

  test("a replay's stored response contains nothing of the payroll", async () => {
    const secret = { ...anEmployee, firstName: "Canaryname" };
    const request = { format: "csv", payrollData: { employees: [secret] } };
    await app.post(path, request, { ...pia, "idempotency-key": "payroll-canary" });
    const rows = await app.database.query("SELECT idempotency_keys::text AS row FROM hub.idempotency_keys");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("Canaryname");
  });
});

describe("private numbers", () => {
  const canary = "987-65-4321";
  const request = { format: "csv", payrollData: { records: [{ ssn: canary }] }, options: { maskPii: false } };

  async function auditOf(requestId: unknown) {
    return app.database.query(
      `SELECT action, retention, changes FROM hub.audit_log WHERE request_id = '${String(requestId)}' ORDER BY action`,
    );
  }

  test("private numbers are masked for everyone but administrators, whose access is audited", async () => {
    const masked = await app.post(path, request, pia);
    expect(masked.body.content).not.toContain(canary);
    expect(await auditOf(masked.headers["x-request-id"])).toMatchObject([{ action: "exportPayroll" }]);
    const whole = await app.post(path, request, await app.as("ada"));
    expect(whole.body.content).toContain(canary);
    expect(await auditOf(whole.headers["x-request-id"])).toEqual([
      {
        action: "exportPayroll",
        retention: "tax",
        changes: { format: "csv", options: "***", payrollData: "***" },
      },
      {
        action: "revealPayrollNumbers",
        retention: "tax",
        changes: { format: "csv", maskPii: false, recordCount: 1 },
      },
    ]);
  });

  test("private numbers are in no log and no audit row, whole or in part", async () => {
    const rows = await app.database.query("SELECT audit_log::text AS row FROM hub.audit_log");
    expect(rows.length).toBeGreaterThan(0);
    for (const sink of [JSON.stringify(rows), app.logLines.join("\n")])
      expect(sink.replaceAll("-", "")).not.toContain(canary.replaceAll("-", ""));
  });
});

test("GraphQL and the tool return the same file", async () => {
  const input = body("xml", { totals: false });
  const rest = (await app.post(path, input, pia)).body;
  const query = `mutation ($input: ExportPayrollInput!) { exportPayroll(input: $input) { content sha256 totals { netPay } } }`;
  const viaGraphql = (await app.graphql(query, { input }, pia)).body.data.exportPayroll;
  expect(viaGraphql).toEqual({ content: rest.content, sha256: rest.sha256, totals: { netPay: 3099.8 } });
  expect((await app.tool("export_payroll", input, pia)).body).toEqual(rest);
});

describe("a payroll of the payroll app", () => {
  test("is exported by run or by pay dates, and adds up as the export checks it", async () => {
    const { act, hire, ownerId } = await createEmployer(app);
    await act("update_payroll_settings", { legalName: "Alva Works LLC", ein: "12-3456789" });
    const employeeId = await hire(52_000, { workState: "CA" });
    await act("create_deduction_type", { code: "401k", name: "401(k)", timing: "pretax_retirement" });
    await act("enroll_in_deduction", { employeeId, code: "401k", amount: 100, from: "2026-01-01" });
    const { runId } = await act("run_payroll", first);
    const { runId: second } = await act("run_payroll", {
      ...first,
      periodStart: "2026-01-19",
      periodEnd: "2026-02-01",
    });
    const { payslips } = await act("list_payslips", { employeeId });
    const person = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}` };
    const exported = async (input: Record<string, unknown>) =>
      (await app.post(path, { format: "json", ...input }, person)).body;

    const one = await exported({ runId });
    expect(one).toMatchObject({ recordCount: 1, totals: { netPay: payslips[1].net, grossPay: 2_000 } });
    const { company, payPeriod, records } = JSON.parse(one.content);
    expect(company).toEqual({ name: "Alva Works LLC", ein: "**-***6789" });
    expect(payPeriod).toMatchObject({ startDate: first.periodStart, payDate: payslips[1].payDate });
    expect(records[0]).toMatchObject({ employeeId, payslipId: payslips[1].id });

    const both = await exported({ from: "2026-01-01", to: "2026-12-31" });
    expect(both).toMatchObject({ recordCount: 2, totals: { grossPay: 4_000, deductions: 200 } });
    await act("reverse_payslip", { payslipId: payslips[0].id, reason: "wrong" });
    expect(await exported({ runId: second })).toMatchObject({ recordCount: 2, totals: { netPay: 0 } });
    const { id: draft } = await act("create_payroll_draft", { ...first, type: "off_cycle" });
    expect((await exported({ runId: draft })).code).toBe("INVALID_STATE");
    expect((await app.post(path, { format: "json", runId }, pia)).body.code).toBe("NOT_FOUND");
  });

  test("is refused to a member whose level in the payroll app is none, who exports other data", async () => {
    const owner = await signUp(app);
    const accountId = await foundOrganization(app, owner);
    const span = { format: "csv", from: "2026-01-01", to: "2026-12-31" };
    const within = await newMember(app, accountId, "member");
    expect((await app.post(path, span, within.headers)).status).toBe(200);
    const without = await newMember(app, accountId, "member", { payroll: "none" });
    expect((await app.post(path, span, without.headers)).status).toBe(403);
    expect((await app.tool("export_payroll", span, without.headers)).status).toBe(403);
    expect((await app.post(path, body("csv"), without.headers)).status).toBe(200);
  });

  test("is one of three sources, and a span of at most 366 days", async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{}, "payrollData"],
      [{ runId: "run_1", payrollData: aPayroll }, "payrollData"],
      [{ runId: "run_1", from: "2026-01-01", to: "2026-01-31" }, "payrollData"],
      [{ from: "2026-01-01" }, "to"],
      [{ to: "2026-01-01" }, "from"],
      [{ from: "2026-01-01", to: "2027-01-03" }, "to"],
    ];
    for (const [input, at] of refused) {
      const { status, body: answer } = await app.post(path, { format: "csv", ...input }, pia);
      expect([status, answer.details.fields[0].path]).toEqual([400, at]);
    }
  });
});
