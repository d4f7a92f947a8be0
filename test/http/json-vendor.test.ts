import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openJsonVendor, type VendorFailure } from "../../src/http/json-vendor.ts";

const asked: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
/** Answers what the path says: its status, then its body. */
async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of req) body += String(chunk);
  asked.push({ method: req.method!, headers: req.headers, body });
  const [status, ...text] = decodeURIComponent(req.url!.slice(1)).split(" ");
  if (status === "never") return;
  res.writeHead(Number(status)).end(text.join(" "));
}

const server = createServer((req, res) => void answer(req, res));
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

class Failure extends Error {
  constructor(readonly trouble: VendorFailure) {
    super("failed", { cause: trouble.cause });
  }
}
const schema = z.object({ id: z.string() });
const open = (more: { baseUrl?: string | null; secret?: string | null; timeoutMs?: number } = {}) =>
  openJsonVendor({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: "s3cret",
    title: "the party",
    failed: (trouble) => new Failure(trouble),
    ...more,
  });
const troubleOf = async (work: () => Promise<unknown>): Promise<VendorFailure> => {
  const failure = await work().then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Failure);
  return (failure as Failure).trouble;
};

test("a request carries the secret, and its idempotency key if there is one", async () => {
  const party = open();
  expect(
    party.read(await party.send("POST", '/201 {"id":"a"}', { body: { x: 1 }, key: "k" }), schema),
  ).toEqual({
    id: "a",
  });
  const [{ method, headers, body }] = [asked.at(-1)!];
  expect([method, headers.authorization, headers["idempotency-key"], body]).toEqual([
    "POST",
    "Bearer s3cret",
    "k",
    '{"x":1}',
  ]);
  await party.send("GET", '/200 {"id":"a"}');
  expect(asked.at(-1)!.headers).not.toHaveProperty("idempotency-key");
  expect(asked.at(-1)!.headers).not.toHaveProperty("content-type");
});

test.each([{ baseUrl: null }, { secret: null }])(
  "a party that is not set up (%o) is sent nothing",
  async (how) => {
    const before = asked.length;
    expect(open(how).isConfigured).toBe(false);
    expect(await troubleOf(() => open(how).send("GET", "/200 {}"))).toMatchObject({ kind: "unconfigured" });
    expect(asked.length).toBe(before);
  },
);

test("failures are distinguished without text of the vendor or of the request", async () => {
  const party = open({ timeoutMs: 200 });
  const read = (path: string) => () =>
    party.send("POST", path, { body: { ssn: "219099999" } }).then((reply) => party.read(reply, schema));
  const troubles = [
    await troubleOf(read("/500 219099999")),
    await troubleOf(read("/200 219099999")),
    await troubleOf(read('/200 {"id":219099999}')),
    await troubleOf(read("/never")),
    await troubleOf(() => open({ baseUrl: "http://127.0.0.1:1" }).send("GET", "/200 {}")),
  ];
  expect(troubles.map(({ kind, status }) => [kind, status])).toEqual([
    ["status", 500],
    ["unreadable", 200],
    ["unreadable", 200],
    ["silent", null],
    ["silent", null],
  ]);
  const words = troubles.map(({ cause }) => `${cause?.message} ${String(cause?.cause ?? "")}`).join("\n");
  expect(words).not.toContain("219099999");
});

test("a response of any status can be parsed with a schema", async () => {
  const party = open();
  const reply = await party.send("GET", '/422 {"id":"refused"}');
  expect(party.parse(reply, schema)).toEqual({ id: "refused" });
  expect(() => party.expectOk(reply)).toThrow(Failure);
});
