import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { requestsOfBruno, requestsOfPostman, sendAll } from "./collections.ts";
import { describeCommandLine } from "./command-line.ts";
import { describeGraphqlCodegen } from "./graphql-codegen.ts";

const run = promisify(execFile);

/** One platform for all clients. */
let app: TestApp;
let key: string;
beforeAll(async () => {
  // Collections have the examples, which need the content of the demo.
  app = await createTestApp({ DEMO_CONTENT: "1" });
  key = app.withKey("full")["x-api-key"]!;
});
afterAll(() => app?.close());

/** The built package, which programs import by its name. */
const load = (name: string) => import(projectPath("packages", "client", "dist", `${name}.js`));

describe("the TypeScript client", () => {
  test("creates an invoice once for a key, and reads lists to their end", async () => {
    const { createInvoicerClient } = await load("apps/invoicer");
    const client = createInvoicerClient({ baseUrl: app.url, credential: () => key });
    const input = { client: "ann@example.com", items: [{ description: "Cake", amount: 12.5 }] };
    const made = await client.createInvoice(input, { idempotencyKey: "typescript-client-invoice" });
    const again = await client.createInvoice(input, { idempotencyKey: "typescript-client-invoice" });
    expect(again).toEqual(made);
    expect((await client.getInvoice({ invoiceId: made.invoiceId })).total).toBe(12.5);
    const whole = await client.listInvoices({ limit: 100 });
    const ids: string[] = [];
    for await (const invoice of client.listInvoices({ limit: 2 })) ids.push(invoice.id);
    expect(ids).toEqual(whole.invoices.map((invoice: { id: string }) => invoice.id));
    expect(new Set(ids).size).toBe(whole.total);
    const drafts = await client.listInvoices({ status: ["draft", "paid"], limit: 1 });
    expect(drafts.total).toBeGreaterThan(0);
  });

  test("gives errors their code, their faults and the ID of the request", async () => {
    const { createInvoicerClient } = await load("apps/invoicer");
    const { isHubError } = await load("errors");
    const client = createInvoicerClient({ baseUrl: app.url, credential: key });
    const missing: unknown = await client
      .getInvoice({ invoiceId: "inv_none" })
      .catch((error: unknown) => error);
    expect(isHubError(missing, "INVOICE_NOT_FOUND", "NOT_FOUND")).toBe(true);
    expect(missing).toMatchObject({ status: 404, requestId: expect.stringMatching(/^\S{8,}$/) });
    const faulty: unknown = await client
      .createInvoice({ client: "", items: [] })
      .catch((error: unknown) => error);
    expect(isHubError(faulty, "VALIDATION_ERROR")).toBe(true);
    expect(faulty).toMatchObject({ details: { fields: expect.arrayContaining([expect.anything()]) } });
    await expect(client.getInvoice({})).rejects.toThrow("invoiceId is required.");
  });

  test("reads lists that are counted by offset", async () => {
    const { createCentralClient } = await load("apps/central");
    const client = createCentralClient({ baseUrl: app.url, credential: key });
    const url = "https://hooks.corner-bakery.example/hub";
    for (let index = 0; index < 3; index++)
      await client.createWebhookEndpoint({ url, eventTypes: ["invoice.*"] });
    const found = [];
    for await (const endpoint of client.listWebhookEndpoints({ limit: 2 })) found.push(endpoint);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    for (const { id } of found) await client.deleteWebhookEndpoint({ endpointId: id });
  });
});

describe("the Python client", () => {
  const python = ["python3", "/usr/bin/python3"].find(
    (program) => spawnSync(program, ["-c", "import httpx"]).status === 0,
  );
  const hasHttpx = python !== undefined;
  if (!hasHttpx) console.warn("Skipped: the Python client needs httpx (apt install python3-httpx).");

  test.skipIf(!hasHttpx)("calls the platform, waiting and with asyncio, with the same results", async () => {
    const path = [projectPath("packages", "client-python", "dist"), process.env["PYTHONPATH"]];
    const env = {
      ...process.env,
      HUB_URL: app.url,
      HUB_TOKEN: key,
      PYTHONPATH: path.filter(Boolean).join(":"),
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const { stdout } = await run(python!, [projectPath("test/clients/use-client.py")], { env });
    const { pages, expectedPages, asyncItems, ...found } = JSON.parse(stdout);
    expect(found).toEqual({
      isSame: true,
      total: 12.5,
      items: true,
      notFound: [expect.stringMatching(/NOT_FOUND$/), 404, true],
      faults: expect.arrayContaining(["client"]),
      wrong: 401,
      unreachable: "NETWORK_ERROR",
      asyncPage: 1,
      balances: 1,
    });
    expect(expectedPages).toBeGreaterThan(1);
    expect([pages, asyncItems]).toEqual([expectedPages, expectedPages]);
  });
});

describe("the downloads of an app", () => {
  test("a Postman collection and a Bruno collection have the same requests, which the platform accepts", async () => {
    const [postman, bruno] = await Promise.all(
      ["postman", "bruno"].map(async (name) => (await app.get(`/collections/invoicer/${name}.json`)).body),
    );
    const requests = requestsOfPostman(postman, key);
    expect(requests.length).toBeGreaterThan(50);
    expect(await requestsOfBruno(bruno, key)).toEqual(requests);
    // Those of other systems have another identity; a key is Eve's, and the content is Pia's.
    const reads = requests.filter(({ method, url }) => method === "GET" && !url.includes("/getExternal"));
    const { authorization } = await app.as("pia");
    const asPia = ({ "x-api-key": _key, ...headers }: Record<string, string>) => ({
      ...headers,
      authorization: authorization!,
    });
    const outcomes = await sendAll(reads.map((read) => ({ ...read, headers: asPia(read.headers) })));
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(25);
  });

  test("the OpenAPI document of an app has its operations and every component that they need", async () => {
    const { body: whole } = await app.get("/openapi.json");
    const { body, headers, status } = await app.get("/openapi/invoicer.json");
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    const references = new Set(text.match(/#\/components\/\w+\/\w+/g));
    for (const reference of references) {
      const [, , kind, name] = reference.split("/") as [string, string, string, string];
      expect(body.components[kind]?.[name], reference).toEqual(whole.components[kind][name]);
    }
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods as object));
    expect(new Set(operations.map((operation) => operation["x-app"]))).toEqual(new Set(["invoicer"]));
    expect(body.components.schemas).not.toHaveProperty("Payslip");
    const kept = await app.get("/openapi/invoicer.json", { "if-none-match": String(headers["etag"]) });
    expect(kept.status).toBe(304);
    const small = await app.get("/openapi/invoicer.json", { "accept-encoding": "br" });
    expect(small.headers["content-encoding"]).toBe("br");
    expect((await app.get("/openapi/nothing.json")).status).toBe(404);
    expect((await app.get("/collections/nothing/postman.json")).status).toBe(404);
  });
});

describeCommandLine(() => app);
describeGraphqlCodegen(() => app);
