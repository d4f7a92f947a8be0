import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadSupergraph } from "../../platform/supergraph/load-supergraph.ts";
import { readEvents } from "../../src/http/event-stream.ts";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";

const python = ["python3", "/usr/bin/python3"].find(
  (program) => spawnSync(program, ["-c", "import graphql"]).status === 0,
);
const hasPython = python !== undefined;
if (!hasPython)
  console.warn("Skipped: the Python subgraph needs graphql-core (apt install python3-graphql-core).");

const children: ChildProcess[] = [];
let folder: string;
let app: TestApp;
let reviewsUrl: string;
/** Headers that the unsigned subgraph `seen` received last. */
let received: IncomingHttpHeaders = {};
const headerProbe = createServer((request, response) => {
  received = request.headers;
  response.end(JSON.stringify({ data: { seen: "yes" } }));
});

/** Starts a subgraph of docs/examples, and returns its origin. */
async function startExample(program: string, file: string): Promise<string> {
  const child = spawn(program, [projectPath("docs/examples/subgraphs", file)], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${file} ended.`)));
  const [line] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer];
  ended.catch(() => undefined);
  return new URL(/http:\S+/.exec(line.toString())![0]).origin;
}

const own = (name: string, port: number) => `
  ${name}:
    address: http://127.0.0.1:${port}
    protocol: platform
    signed: true
    access: { default: parent, checkedBy: subgraph }
    schema: { file: ${projectPath("schema", `${name}.graphql`)} }`;
const ownThree = own("hub", 4001) + own("property", 4002) + own("gateway", 4003);

const reviews = (more = "") => `
  reviews:
    address: ${reviewsUrl}
    signed: false
    headers: [Accept-Language]
    access: { default: authenticated }
    schema: { introspect: true }${more}`;

async function writeConfig(subgraphs: string, name = "supergraph.yaml"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `subgraphs:${subgraphs}\n`);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-supergraph-"));
  reviewsUrl = await startExample(process.execPath, "reviews.mjs");
  const floodRisk = python
    ? `
  flood-risk:
    address: ${await startExample(python, "flood_risk.py")}
    signed: false
    access: { default: user }
    schema: { introspect: true }`
    : "";
  await new Promise<void>((resolve) => headerProbe.listen(0, "127.0.0.1", resolve));
  await writeFile(join(folder, "seen.graphql"), "type Query { seen: String }");
  const ofHeaders = `
  seen:
    address: http://127.0.0.1:${(headerProbe.address() as AddressInfo).port}
    signed: false
    headers: [accept-language]
    access: { default: public }
    schema: { file: seen.graphql }`;
  app = await createTestApp({ SUPERGRAPH: await writeConfig(ownThree + reviews() + floodRisk + ofHeaders) });
});

afterAll(async () => {
  await app?.close();
  for (const child of children) child.kill();
  headerProbe.close();
  await rm(folder, { recursive: true, force: true });
});

async function propertyIds(): Promise<string[]> {
  const query = "{ searchProperties(pageSize: 2) { properties { id } } }";
  const { body } = await app.graphql(query, {}, await app.as("eve"));
  return body.data.searchProperties.properties.map(({ id }: { id: string }) => id);
}

describe("a subgraph of graphql-yoga and @apollo/subgraph", () => {
  test("anybody reads its public fields, and nobody without a credential the others", async () => {
    const open = await app.graphql("{ reviews { id text } }");
    expect(open.body).toEqual({
      data: {
        reviews: [
          { id: "r2", text: "The lift is slow." },
          { id: "r1", text: "Quiet and warm." },
        ],
      },
    });
    const closed = await app.graphql("{ reviews { id } reviewLanguage }");
    expect(closed.body.data).toBeNull();
    expect(closed.body.errors[0].extensions).toMatchObject({
      code: "MISSING_TOKEN",
      details: { field: "Query.reviewLanguage" },
    });
    const notes = await app.graphql("{ reviews { moderation } }", {}, await app.as("eve"));
    expect(notes.body.errors[0].extensions.code).toBe("FORBIDDEN");
    const shown = await app.graphql("{ reviews { moderation } }", {}, await app.as("ada"));
    expect(shown.body.data.reviews[1].moderation).toBe("checked");
  });

  test("it adds fields to the property subgraph's entity, and a mutation", async () => {
    const [propertyId] = await propertyIds();
    const add =
      'mutation ($id: ID!) { addReview(propertyId: $id, text: "Bright.") { property { name reviews { text } } } }';
    expect((await app.graphql(add, { id: propertyId })).body.errors[0].extensions.code).toBe("MISSING_TOKEN");
    const { body } = await app.graphql(add, { id: propertyId }, await app.as("eve"));
    expect(body).toEqual({
      data: { addReview: { property: { name: expect.any(String), reviews: [{ text: "Bright." }] } } },
    });
  });

  test("its subscription is a stream for users, and refused without a credential", async () => {
    const subscribe = (headers: Record<string, string>) =>
      fetch(`${app.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
        body: JSON.stringify({ query: "subscription { reviewAdded { text } }" }),
      });
    expect(await (await subscribe({})).text()).toContain("MISSING_TOKEN");
    const eve = await app.as("eve");
    const events = readEvents((await subscribe(eve)).body as unknown as AsyncIterable<Buffer>);
    const first = events.next();
    await app.graphql('mutation { addReview(propertyId: "demo-9", text: "New.") { id } }', {}, eve);
    expect(await first).toEqual({
      done: false,
      value: { event: "next", data: JSON.stringify({ data: { reviewAdded: { text: "New." } } }) },
    });
    await events.return(undefined);
  });

  test("of the client's headers it gets only those of its allow-list", async () => {
    const headers = { ...(await app.as("eve")), "accept-language": "fr" };
    const { body } = await app.graphql("{ reviewLanguage }", {}, headers);
    expect(body).toEqual({ data: { reviewLanguage: "fr" } });
    const others = { ...headers, cookie: "a=b", "x-secret": "s", "x-principal": "forged" };
    expect((await app.graphql("{ seen }", {}, others)).body).toEqual({ data: { seen: "yes" } });
    expect(received).toMatchObject({ "accept-language": "fr", "x-request-id": expect.any(String) });
    for (const name of ["authorization", "cookie", "x-principal", "x-secret"])
      expect(received).not.toHaveProperty(name);
  });
});

describe.skipIf(!hasPython)("a subgraph in Python", () => {
  test("it adds a field to the property subgraph's entity, for users", async () => {
    const query =
      "{ searchProperties(pageSize: 2) { properties { id floodZone { code floodsPerCentury } } } }";
    const { body } = await app.graphql(query, {}, await app.as("eve"));
    expect(body.errors).toBeUndefined();
    for (const { id, floodZone } of body.data.searchProperties.properties)
      expect(floodZone.code).toBe(id.endsWith("2") ? "AE" : "X");
    expect((await app.graphql("{ floodZones { code } }")).body.errors[0].extensions.code).toBe(
      "MISSING_TOKEN",
    );
  });

  test("one operation joins all three ecosystems", async () => {
    const query = "{ reviews { property { id floodZone { code } reviews { text } } } }";
    const { body } = await app.graphql(query, {}, await app.as("eve"));
    expect(body.errors).toBeUndefined();
    expect(body.data.reviews.at(-1).property).toEqual({
      id: "demo-1",
      floodZone: { code: "X" },
      reviews: [{ text: "Quiet and warm." }],
    });
  });
});

describe("SDL makes the platform request nothing", () => {
  test("URLs in @link and in the supergraph's @join__graph are not requested", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url!);
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const trap = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeFile(
      join(folder, "trap.graphql"),
      `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3")
        @link(url: "${trap}/specification/v1.0") type Query { trap: String }`,
    );
    const entry = `
  trap:
    address: ${reviewsUrl}
    signed: false
    access: { default: public }
    schema: { file: trap.graphql }`;
    const loaded = await loadSupergraph({ SUPERGRAPH: await writeConfig(ownThree + entry, "trap.yaml") });
    const sdl = loaded.sdl.replaceAll(reviewsUrl, trap);
    expect(sdl).toContain(`url: "${trap}/graphql"`);
    const file = join(folder, "trap-supergraph.graphql");
    await writeFile(file, sdl);
    const other = await createTestApp({ SUPERGRAPH: file, SUPERGRAPH_CONFIG: join(folder, "trap.yaml") });
    onTestFinished(() => other.close());
    const { body } = await other.graphql("{ trap }");
    expect(body.errors[0].message).toContain("trap");
    expect(seen).toEqual([]);
  });

  test("a redirect of the introspection is not followed", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url!);
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const config = await writeConfig(
      `
  moved:
    address: http://127.0.0.1:${(server.address() as AddressInfo).port}
    signed: false
    access: { default: deny }
    schema: { introspect: true }`,
      "moved.yaml",
    );
    await expect(loadSupergraph({ SUPERGRAPH: config })).rejects.toThrow("it answered with status 307");
    expect(seen).toEqual(["/graphql"]);
  });
});
