import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SupergraphSource } from "../../platform/supergraph/supergraph-source.ts";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";

let folder: string;
let app: TestApp;
let config: string;
/** Answers of the subgraph `news` that wait until they are released. */
const held: ServerResponse[] = [];
let isHolding = false;
const subgraph = createServer((request, response) => {
  request.resume();
  if (isHolding) held.push(response);
  else response.end('{"data":{"news":"old","added":"new","renamed":"new"}}');
});

const own = (name: string, port: number) => `
  ${name}:
    address: http://127.0.0.1:${port}
    protocol: platform
    signed: true
    access: { default: parent, checkedBy: subgraph }
    schema: { file: ${projectPath("schema", `${name}.graphql`)} }`;

/** Replaces a file at once, as deployment tools do. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

const writeConfig = async (names: readonly string[], access = "public") => {
  const news = `
  news:
    address: http://127.0.0.1:${(subgraph.address() as AddressInfo).port}
    signed: false
    access: { default: ${access} }
    schema: { file: news.graphql }`;
  const all = { hub: own("hub", 4001), property: own("property", 4002), gateway: own("gateway", 4003), news };
  return write(config, `subgraphs:${names.map((name) => all[name as keyof typeof all]).join("")}\n`);
};
const everything = ["hub", "property", "gateway", "news"];
const writeSdl = (sdl: string) => write(join(folder, "news.graphql"), sdl);

async function ask(query: string): Promise<{ data?: unknown; errors?: { extensions: { code: string } }[] }> {
  const response = await fetch(`${app.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as never;
}

const readiness = async () => (await fetch(`${app.url}/readyz`)).json() as Promise<Record<string, unknown>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-reload-"));
  config = join(folder, "supergraph.yaml");
  await new Promise<void>((resolve) => subgraph.listen(0, "127.0.0.1", resolve));
  await writeSdl("type Query { news: String }");
  await writeConfig(everything);
  app = await createTestApp({ SUPERGRAPH: config, SUPERGRAPH_POLL_MS: "50" });
});

afterAll(async () => {
  await app?.close();
  subgraph.close();
  await rm(folder, { recursive: true, force: true });
});

test("a changed subgraph is served, and requests under way end on the earlier supergraph", async () => {
  expect(await ask("{ news }")).toEqual({ data: { news: "old" } });
  isHolding = true;
  const running = ask("{ news }");
  await until("the request is under way", async () => held.length === 1);
  isHolding = false;
  await writeSdl("type Query { added: String }");
  await until("the new field is served", async () => (await ask("{ added }")).data !== undefined, 90_000);
  expect((await ask("{ news }")).errors![0]!.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  held[0]!.end('{"data":{"news":"from the earlier supergraph"}}');
  expect(await running).toEqual({ data: { news: "from the earlier supergraph" } });
});

test.each([
  ["SDL that is not valid", () => writeSdl("type Query { added: Missing }"), "Missing"],
  ["SDL that cannot be parsed", () => writeSdl("type Query {"), "Syntax Error"],
  [
    "a supergraph that a stored operation does not fit",
    () => writeConfig(["hub", "property", "news"]),
    "Operations do not fit",
  ],
  ["access that is not clear", () => writeConfig(everything, "unknown"), "unknown rule"],
])("%s is refused with reasons, and the earlier supergraph stays", async (_name, breakIt, reason) => {
  await writeSdl("type Query { added: String }");
  await writeConfig(everything);
  await until(
    "the process reports no refusal",
    async () => (await readiness())["details"] === undefined,
    90_000,
  );
  await breakIt();
  await until("the refusal is reported", async () => (await readiness())["details"] !== undefined, 90_000);
  const report = await readiness();
  expect(report).toMatchObject({
    status: "ready",
    reasons: {},
    details: { supergraph: { status: "refused" } },
  });
  expect(JSON.stringify(report)).toContain(reason);
  expect(JSON.stringify(report)).not.toContain(folder);
  expect(await ask("{ added }")).toEqual({ data: { added: "new" } });
});

test("access of the new supergraph holds from its first request on", async () => {
  await writeConfig(everything, "deny");
  await writeSdl("type Query { renamed: String }");
  const closed = async () => (await ask("{ renamed }")).errors?.[0]?.extensions.code === "NOT_FOUND";
  await until("the new field is refused", closed, 90_000);
});

test("a supergraph at a URL is read again only when its ETag changes", async () => {
  let text = "type Query { a: Int }";
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const etag = `"${text.length}"`;
    response.statusCode = request.headers["if-none-match"] === etag ? 304 : 200;
    statuses.push(response.statusCode);
    response.setHeader("etag", etag).end(response.statusCode === 200 ? text : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const SUPERGRAPH = `http://127.0.0.1:${(server.address() as AddressInfo).port}/supergraph`;
  const source = new SupergraphSource({ SUPERGRAPH, SUPERGRAPH_CONFIG: projectPath("supergraph.yaml") });
  expect((await source.readChanged())!.sdl).toBe(text);
  expect(await source.readChanged()).toBeNull();
  text = "type Query { another: Int }";
  expect((await source.readChanged())!.sdl).toBe(text);
  expect(statuses).toEqual([200, 304, 200]);
});

test("SDL that changes while the supergraph is composed is read again", async () => {
  const place = await mkdtemp(join(tmpdir(), "hub-source-"));
  const reached = Promise.withResolvers<ServerResponse>();
  const slow = createServer((request, response) => {
    request.resume();
    reached.resolve(response);
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    slow.close();
    await rm(place, { recursive: true, force: true });
  });
  const SUPERGRAPH = join(place, "supergraph.yaml");
  const entry = (name: string, port: number, schema: string) => `
  ${name}:
    address: http://127.0.0.1:${port}
    signed: false
    access: { default: public }
    schema: ${schema}`;
  const { port } = slow.address() as AddressInfo;
  const entries = entry("news", 1, "{ file: news.graphql }") + entry("slow", port, "{ introspect: true }");
  await write(SUPERGRAPH, `subgraphs:${entries}\n`);
  await write(join(place, "news.graphql"), "type Query { first: String }");
  const source = new SupergraphSource({ SUPERGRAPH });
  const composed = source.readChanged();
  const introspection = await reached.promise;
  await write(join(place, "news.graphql"), "type Query { second: String }");
  introspection.end('{"data":{"_service":{"sdl":"type Query { slow: String }"}}}');
  await composed;
  slow.removeAllListeners("request").on("request", (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.end('{"data":{"_service":{"sdl":"type Query { slow: String }"}}}');
  });
  expect((await source.readChanged())?.sdl).toContain("second: String");
  expect(await source.readChanged()).toBeNull();
});
