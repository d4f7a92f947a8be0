import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signWebhook } from "../../src/crypto/webhook-signature.ts";
import { quote } from "../../router/explorer/web/samples/curl.ts";
import type { SampleSource } from "../../router/explorer/web/samples/http-call.ts";
import { quoteGo } from "../../router/explorer/web/samples/go.ts";
import { mcpConfig } from "../../router/explorer/web/samples/mcp-config.ts";
import { phpValue } from "../../router/explorer/web/samples/php.ts";
import { literal } from "../../router/explorer/web/samples/python.ts";
import { signedNow } from "../../router/explorer/web/samples/sign-example.ts";
import { samplesOf, samplesOfDocument } from "../../router/explorer/web/samples/samples.ts";

/** What is here of the languages' own tools. */
const hasGo = spawnSync("gofmt", ["-h"]).error === undefined;
const hasPhp = spawnSync("php", ["--version"]).status === 0;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("Skipped, as there is no python3 here: Python literals.");

const rest: NonNullable<SampleSource["rest"]> = {
  method: "POST",
  path: "/clients/{clientId}/notes",
  routes: [],
  parameters: [
    { name: "clientId", in: "path", required: true, description: "", schema: {} },
    { name: "draft", in: "query", required: false, description: "", schema: {} },
  ],
  body: {},
  responses: [],
  status: 201,
  appHeader: "required",
};

const source = (part: Partial<SampleSource> = {}): SampleSource => ({
  name: "AddNote",
  kind: "mutation",
  document: "mutation AddNote($input: NoteInput!) {\n  addNote(input: $input) {\n    id\n  }\n}\n",
  example: {
    input: { clientId: "a/b", draft: true, text: "it's" },
    variables: { input: { clientId: "a/b", draft: true, text: "it's" } },
  },
  rest,
  tool: { name: "add_note", input: {} } as never,
  access: { auth: "caller" },
  ...part,
});

const pia = { kind: "user", credential: "ey.demo", isDemo: true } as const;
const key = { kind: "apiKey", credential: "hub_live_demo", isDemo: true } as const;
const pasted = { kind: "user", credential: "secret-token", isDemo: false } as const;
const nobody = { kind: "anonymous", credential: null, isDemo: true } as const;
const baseUrl = "http://127.0.0.1:4000";
const codeOf = (
  part: Partial<SampleSource>,
  identity: typeof pia | typeof key | typeof pasted | typeof nobody,
) => Object.fromEntries(samplesOf(source(part), { identity, baseUrl }).map(({ name, code }) => [name, code]));

describe("samples of an operation", () => {
  test("the curl sample of a signed webhook signs the body with the demo's secret, and outside the demo names a variable", () => {
    const webhook = {
      name: "ReceiveProcessorEvent",
      rest: { ...rest, path: "/webhook", parameters: [], appHeader: "none" as const },
      access: { auth: "public" as const, signatureHeader: "stripe-signature" },
      example: {
        input: { body: `{"id":"evt_1"}`, signature: "t=1,v1=0" },
        variables: {},
        signingSecret: "it's",
      },
    };
    const { curl = "", Python } = codeOf(webhook, nobody);
    const shown = `curl() { printf '%s\\n' "$@"; }\n${curl}`;
    const sent = execFileSync("bash", ["-c", shown], { encoding: "utf8" }).split("\n");
    const signature = sent.find((line) => line.startsWith("stripe-signature: "))!.split(": ")[1]!;
    const at = new Date(Number(/^t=(\d+)/.exec(signature)![1]) * 1000);
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(300_000);
    expect(signature).toBe(signWebhook(sent.at(-2)!, webhook.example.signingSecret, at));
    expect(sent.at(-2)).toBe(webhook.example.input.body);
    expect(Python).toContain("SIGNATURE");
    expect(codeOf(webhook, { ...nobody, isDemo: false } as never)["curl"]).not.toContain("openssl");
  });

  test("the example of a signed webhook is signed again when it is opened", async () => {
    const input = { body: `{"id":"evt_1"}`, signature: "t=1,v1=0" };
    const example = { input, variables: { input }, signingSecret: "secret" };
    const now = new Date("2026-05-04T12:00:00.000Z");
    const signed = await signedNow({ name: "ReceiveProcessorEvent", example } as never, now);
    const fresh = { ...input, signature: signWebhook(input.body, "secret", now) };
    expect(signed.example).toEqual({ ...example, input: fresh, variables: { input: fresh } });
    const unsigned = {
      name: "GetInvoice",
      example: { input: { invoiceId: "inv_1" }, variables: {} },
    } as never;
    expect(await signedNow(unsigned)).toBe(unsigned);
  });

  test("samples put arguments into path, query and body as the route takes them, in every language", () => {
    const samples = codeOf({}, pia);
    expect(Object.keys(samples)).toEqual([
      "GraphQL",
      "curl",
      "TypeScript",
      "Python",
      "Go",
      "PHP",
      "Tool",
      "MCP",
    ]);
    expect(samples["curl"]).toBe(
      [
        `curl -X POST '${baseUrl}/clients/a%2Fb/notes?draft=true'`,
        `-H 'authorization: Bearer ey.demo'`,
        `-H 'x-app-id: central'`,
        `-H "idempotency-key: $(date +%s)-$$"`,
        `-H 'content-type: application/json'`,
        `-d '{"text":"it'\\''s"}'`,
      ].join(" \\\n  "),
    );
    expect(samples["TypeScript"]).toContain(`"idempotency-key": crypto.randomUUID(),`);
    expect(samples["TypeScript"]).toContain(`await fetch("${baseUrl}/clients/a%2Fb/notes?draft=true", {`);
    expect(samples["Python"]).toContain(`"idempotency-key": str(uuid.uuid4()),`);
    expect(samples["Python"]).toContain(`"text": "it's",`);
    expect(samples["Tool"]).toContain(`'${baseUrl}/tools/add_note/call'`);
    expect(samples["Tool"]).toContain(`{"arguments":{"clientId":"a/b","draft":true,`);
    expect(samples["MCP"]).toContain(`"method":"tools/call","params":{"name":"add_note"`);
    expect(samples["GraphQL"]).toMatch(/^mutation AddNote[\s\S]*# Variables\n# \{\n#   "input"/);
  });

  test("samples of a tool with confirmation send it in plain JSON, and reuse the key for agents", () => {
    const input = { type: "object", properties: { confirmationId: { type: "string" } } };
    const tool = { ...source({}).tool!, input };
    const samples = codeOf({ tool }, pia);
    expect(samples["Tool"]).toContain(`,"confirm":true}`);
    expect(samples["MCP"]).not.toContain("idempotency-key");
    expect(codeOf({}, pia)["Tool"]).not.toContain("confirm");
    expect(codeOf({}, pia)["MCP"]).toContain("idempotency-key");
  });

  test("samples of a query have no body and no key, and use GraphQL without a route", () => {
    const read = codeOf({ kind: "query", rest: { ...rest, method: "GET", body: null }, tool: null }, pia);
    expect(read["curl"]).not.toMatch(/idempotency|content-type| -d /);
    expect(Object.keys(read)).not.toContain("Tool");
    expect(codeOf({ rest: null }, pia)["curl"]).toContain(`'${baseUrl}/graphql'`);
  });

  test("samples send each credential as its API expects: keys of the property API as bearer tokens", () => {
    expect(codeOf({}, key)["curl"]).toContain("'x-api-key: hub_live_demo'");
    const property = { rest: { ...rest, path: "/v1/properties", method: "GET", body: null } };
    expect(codeOf(property, key)["curl"]).toContain("'authorization: Bearer hub_live_demo'");
    expect(codeOf({ access: { auth: "public" } }, nobody)["curl"]).not.toContain("authorization");
    const signed = { access: { auth: "public", signatureHeader: "stripe-signature" } as const };
    expect(codeOf(signed, nobody)["curl"]).toContain(`"stripe-signature: $SIGNATURE"`);
  });

  test("samples never contain a credential outside the demo", () => {
    for (const identity of [pasted, nobody]) {
      const samples = codeOf({}, identity);
      expect(JSON.stringify(samples)).not.toContain("secret-token");
      expect(samples["curl"]).toContain(`"authorization: Bearer $HUB_TOKEN"`);
      expect(samples["TypeScript"]).toContain('`Bearer ${process.env["HUB_TOKEN"]}`');
      expect(samples["Python"]).toContain(`"Bearer " + os.environ["HUB_TOKEN"]`);
    }
  });

  test("samples name the organization that the identity acts for, in every language", () => {
    const accountId = "org_0demo";
    const acting = samplesOf(source({}), { identity: pia, baseUrl, accountId });
    for (const { name, code } of acting)
      if (name !== "GraphQL")
        expect([name, code]).toEqual([name, expect.stringMatching(/x-account-id.{1,6}org_0demo/)]);
    expect(JSON.stringify(codeOf({}, pia))).not.toContain("x-account-id");
    expect(JSON.stringify(samplesOf(source({}), { identity: nobody, baseUrl, accountId }))).not.toContain(
      "x-account-id",
    );
    expect(JSON.parse(mcpConfig(pia, baseUrl, accountId)).mcpServers.hub.headers).toEqual({
      authorization: "Bearer ey.demo",
      "x-account-id": accountId,
    });
  });

  const text = `it's \`so\` \\ "$x"`;
  const write = source({
    example: { input: { clientId: "c", text, items: [{ amount: 12.5, tags: [] }], meta: {} }, variables: {} },
  });
  const read = source({ kind: "query", rest: { ...rest, method: "GET", body: null } });
  test.each([
    ["Go", write, "write.go.txt"],
    ["Go", read, "read.go.txt"],
    ["PHP", write, "write.php.txt"],
    ["PHP", read, "read.php.txt"],
  ])("the %s sample of an operation has not changed (%#)", async (name, one, file) => {
    const samples = samplesOf(one, { identity: pasted, baseUrl, accountId: "org_0demo" });
    const { code } = samples.find((sample) => sample.name === name)!;
    await expect(code).toMatchFileSnapshot(`golden/${file}`);
  });

  test("samples of a user's own document are GraphQL with its app", () => {
    const given = { document: "{ me { id } }", variables: {}, appId: "payroll" };
    const samples = samplesOfDocument(given, { identity: pia, baseUrl });
    expect(samples.map(({ name }) => name)).toEqual(["GraphQL", "curl", "TypeScript", "Python", "Go", "PHP"]);
    expect(samples[1]!.code).toContain("'x-app-id: payroll'");
    expect(samples[1]!.code).not.toContain("idempotency-key");
  });
});

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ unit: "grapheme-ascii" }), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

describe("arbitrary text", () => {
  test("arbitrary text is quoted as one shell word", () => {
    const words = fc.sample(fc.string({ unit: "grapheme" }), { numRuns: 200, seed: 7 });
    words.push("it's", "$(id)", "`id`", "a\nb", '"', "\\", "!x");
    const script = `printf '%s\\0' ${words.map(quote).join(" ")}`;
    const out = execFileSync("bash", ["-c", script], { encoding: "utf8" });
    expect(out.split("\0").slice(0, -1)).toEqual(words.map((word) => word.replaceAll("\0", "")));
  });

  test.skipIf(!hasPhp)("a JSON value is the same value in PHP", () => {
    const list = fc.sample(values, { numRuns: 200, seed: 7 });
    const program = `<?php echo json_encode(${phpValue(list)});`;
    const out = execFileSync("php", [], { input: program, encoding: "utf8" });
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(list)));
  });

  test.skipIf(!hasGo)("a Go sample is as gofmt writes it", () => {
    const samples = samplesOf(source({}), { identity: pasted, baseUrl });
    const { code } = samples.find(({ name }) => name === "Go")!;
    expect(execFileSync("gofmt", [], { input: code, encoding: "utf8" })).toBe(code);
  });

  test("a string of Go is raw only where it can be", () => {
    expect(quoteGo("one")).toBe('"one"');
    expect(quoteGo("{\n}")).toBe("`{\n}`");
    expect(quoteGo("`\n\ufeff")).toBe('"`\\n\\ufeff"');
  });

  test.skipIf(!hasPython)("a JSON value is the same value in Python", () => {
    const list = fc.sample(values, { numRuns: 200, seed: 7 });
    const program = `import json, sys\nprint(json.dumps(${literal(list)}))`;
    const out = execFileSync("python3", ["-"], { input: program, encoding: "utf8" });
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(list)));
  });
});
