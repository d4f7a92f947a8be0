import { createServer, type Server, type ServerResponse, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createArcgisSource } from "../../../subgraphs/property/sources/arcgis.adapter.ts";
import { createOpenFemaSource } from "../../../subgraphs/property/sources/openfema.adapter.ts";
import type {
  PageRequest,
  PropertySource,
} from "../../../subgraphs/property/sources/property-source.port.ts";
import { createSocrataSource } from "../../../subgraphs/property/sources/socrata.adapter.ts";
import { SourceClient } from "../../../subgraphs/property/sources/source-client.ts";
import { SourceFailure } from "../../../subgraphs/property/sources/source-failure.ts";
import { MovableClock, plainCall, sourcesAt, startPublishers } from "./open-sources.ts";

const first: PageRequest = { mode: "full", mark: null, cursor: null, etag: null };
const clock = new MovableClock();
let publishers: Awaited<ReturnType<typeof startPublishers>>;

beforeAll(async () => {
  publishers = await startPublishers(clock);
});

afterAll(() => publishers.stop());

/** A server that returns configured responses in order, and records its requests. */
class Answers {
  readonly asked: IncomingMessage[] = [];
  readonly #server: Server;
  #answers: ((response: ServerResponse) => void)[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(request);
      (this.#answers.shift() ?? ((late) => late.writeHead(500).end()))(response);
    });
  }

  async listen(...answers: ((response: ServerResponse) => void)[]): Promise<string> {
    this.#answers = answers;
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let answers = new Answers();
afterEach(() => {
  answers.close();
  answers = new Answers();
});

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end("{}");
const json =
  (body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

describe("one request to a source", () => {
  function clientAt(baseUrl: string) {
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    return { waits, client: new SourceClient({ baseUrl, totalMs: 300, wait, random: () => 0.5 }) };
  }
  const read = { read: (reply: { text: string }) => JSON.parse(reply.text) as unknown };

  test("is tried again after 0.5, 1 and 2 s, four times in all", async () => {
    const { client, waits } = clientAt(
      await answers.listen(status(500), status(503), status(502), json({ a: 1 })),
    );
    expect(await client.get(plainCall(3), "/x", read)).toEqual({ a: 1 });
    expect(waits).toEqual([500, 1_000, 2_000]);
    answers.close();
    answers = new Answers();
    const other = clientAt(await answers.listen());
    await expect(other.client.get(plainCall(3), "/x", read)).rejects.toMatchObject({ code: "SERVER_ERROR" });
    expect(answers.asked).toHaveLength(4);
  });

  test.each([
    [400, "CONFIGURATION_ERROR"],
    [404, "CONFIGURATION_ERROR"],
    [401, "AUTH_REFUSED"],
    [403, "AUTH_REFUSED"],
  ])("%d is final: %s", async (code, name) => {
    const { client, waits } = clientAt(await answers.listen(status(code)));
    await expect(client.get(plainCall(3), "/x", read)).rejects.toMatchObject({ code: name });
    expect([waits, answers.asked.length]).toEqual([[], 1]);
  });

  test("429 waits as long as the source says, if that is short; else the run waits", async () => {
    const { client, waits } = clientAt(await answers.listen(status(429, { "retry-after": "3" }), json({})));
    await client.get(plainCall(3), "/x", read);
    expect(waits).toEqual([3_000]);
    answers.close();
    answers = new Answers();
    const other = clientAt(await answers.listen(status(429, { "retry-after": "120" })));
    await expect(other.client.get(plainCall(3), "/x", read)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterMs: 120_000,
    });
  });

  test("408, silence and a body that ends early are faults of the line", async () => {
    const silence = () => undefined;
    const half = (response: ServerResponse) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"a"');
      setImmediate(() => response.destroy());
    };
    const { client } = clientAt(await answers.listen(status(408), silence, half));
    for (const code of ["TIMEOUT", "TIMEOUT", "NETWORK_ERROR"])
      await expect(client.get(plainCall(), "/x", read)).rejects.toMatchObject({ code });
  });

  test("nothing that is sent or said gets into the error", async () => {
    const secret = "key-that-nobody-may-see";
    const baseUrl = await answers.listen(json({ message: secret }), status(401), (response) =>
      response.destroy(),
    );
    const client = new SourceClient({ baseUrl, headers: { authorization: secret } });
    const thrown: unknown[] = [];
    for (const path of ["/1", "/2", "/3"])
      await client
        .get(plainCall(), `${path}?token=${secret}`, {
          read: () => {
            throw new Error(secret);
          },
        })
        .catch((error: unknown) => thrown.push(error));
    expect(thrown).toHaveLength(3);
    for (const error of thrown) {
      expect(error).toBeInstanceOf(SourceFailure);
      const { message, cause } = error as SourceFailure;
      expect(`${message} ${String(cause)}`).not.toMatch(/key-that|127\.0\.0\.1/);
    }
  });
});

describe("the portals' protocol", () => {
  test("rows are requested in a fixed order with system fields, and the token is sent in a header", async () => {
    const rows = [{ ":id": "row-1", ":updated_at": "2026-01-01T00:00:00.000Z", id: "7", data_year: "2023" }];
    const fields = JSON.stringify(["id", "data_year", "property_name"]);
    const baseUrl = await answers.listen(
      json([{ count: "1" }]),
      json(rows, { "x-soda2-fields": fields, etag: '"e"' }),
    );
    const source = createSocrataSource({
      id: "chicago-benchmarking",
      baseUrl,
      datasets: ["xq83-jr8c"],
      appToken: "secret",
      isSandbox: false,
    });
    const page = await source.readPage!(plainCall(), first);
    const asked = new URL(answers.asked[1]!.url!, baseUrl);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      $select: ":*,*",
      $order: ":updated_at,:id",
      $limit: "5000",
    });
    expect(answers.asked[1]!.headers["x-app-token"]).toBe("secret");
    expect(asked.href).not.toContain("secret");
    expect(page).toMatchObject({
      rows: [{ line: 1, cells: { ID: "7", "Data Year": "2023" } }],
      columns: ["ID", "Data Year", "Property Name"],
      total: 1,
      version: { etag: '"e"' },
      mark: { "xq83-jr8c": { rowId: "row-1" } },
    });
  });

  test("304 means that nothing has changed", async () => {
    const baseUrl = await answers.listen(json([{ count: "0" }]), (response) => response.writeHead(304).end());
    const id = "chicago-benchmarking";
    const source = createSocrataSource({
      id,
      baseUrl,
      datasets: ["xq83-jr8c"],
      appToken: null,
      isSandbox: false,
    });
    const mark = { "xq83-jr8c": { updatedAt: "2026-01-01T00:10:00.000Z", rowId: "row-1" } };
    const page = await source.readPage!(plainCall(), {
      mode: "incremental",
      mark,
      cursor: null,
      etag: '"e"',
    });
    expect(page).toMatchObject({ isUnchanged: true, rows: [], mark });
    expect(answers.asked[1]!.headers["if-none-match"]).toBe('"e"');
    expect(decodeURIComponent(answers.asked[1]!.url!)).toContain(":updated_at+>=+'2026-01-01T00:05:00.000Z'");
  });

  test("a portal that repeats a page fails the run instead of looping", async () => {
    const row = { ":id": "row-1", ":updated_at": "2026-01-01T00:00:00.000Z" };
    const baseUrl = await answers.listen(json([{ count: "9" }]), json([row]), json([row]));
    const id = "chicago-benchmarking";
    const datasets = ["xq83-jr8c"];
    const source = createSocrataSource({
      id,
      baseUrl,
      datasets,
      appToken: null,
      isSandbox: false,
      pageSize: 1,
    });
    const page = await source.readPage!(plainCall(), first);
    await expect(source.readPage!(plainCall(), { ...first, cursor: page.next })).rejects.toMatchObject({
      code: "MALFORMED_BODY",
    });
  });

  test("the stand-in refuses an unknown column as the portal does, and promises no order without one", async () => {
    const base = `${publishers.sandbox.url}/opendata/chicago/resource/xq83-jr8c.json`;
    const bad = await fetch(`${base}?$where=castle%20%3D%201`);
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { code: "query.soql.no-such-column", error: true, data: {} },
    ]);
    const ids = async (query: string) =>
      ((await (await fetch(`${base}?${query}`)).json()) as { id: string }[]).map(({ id }) => id);
    expect((await ids("$limit=2"))[0]).not.toBe((await ids("$limit=2&$order=:id"))[0]);
    expect(await (await fetch(`${base}?$offset=999`)).text()).toBe("[]\n");
  });
});

describe("the other protocols", () => {
  test.each([
    [498, "AUTH_REFUSED"],
    [400, "CONFIGURATION_ERROR"],
    [500, "SERVER_ERROR"],
    [0, "SERVER_ERROR"],
  ])("a feature layer's error %d in a good answer is %s", async (code, name) => {
    const baseUrl = await answers.listen(json({ error: { code, message: "no" } }));
    const layer = createArcgisSource({
      id: "fema-nri",
      baseUrl,
      token: null,
      isSandbox: false,
      orderBy: "STCOFIPS",
    });
    await expect(layer.readPage!(plainCall(), first)).rejects.toMatchObject({ code: name });
  });

  test("a feature layer's pages follow one another until no more is promised", async () => {
    const source = sourcesAt(publishers.sandbox.url, { pageSize: 1_000 }).arcgis;
    const { lines, pages } = await readAll(source);
    expect(pages).toBe(4);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBe(3_142);
  });

  test("declarations are counted whether the count stands at the root or below", async () => {
    const rows = [{ id: "a", lastRefresh: "2026-01-01T00:00:00Z" }];
    const baseUrl = await answers.listen(
      json({ metadata: { count: 5 }, Things: rows }),
      json({ count: 5, Things: rows }),
      json({ things: rows }),
    );
    const source = createOpenFemaSource({
      id: "openfema-declarations",
      baseUrl,
      entity: "Things",
      isSandbox: false,
    });
    for (const _shape of ["nested", "root"])
      expect(await source.readPage!(plainCall(), first)).toMatchObject({
        total: 5,
        mark: { lastRefresh: rows[0]!.lastRefresh },
      });
    expect(decodeURIComponent(answers.asked[0]!.url!)).toContain("$inlinecount=allpages");
    await expect(source.readPage!(plainCall(), first)).rejects.toMatchObject({ code: "MALFORMED_BODY" });
  });

  test("an unknown data set of OpenFEMA is a page of HTML with 404, and a fault of the configuration", async () => {
    const baseUrl = `${publishers.sandbox.url}/opendata/openfema`;
    const source = createOpenFemaSource({
      id: "openfema-declarations",
      baseUrl,
      entity: "nothing",
      isSandbox: true,
    });
    await expect(source.probe(plainCall())).rejects.toMatchObject({ code: "CONFIGURATION_ERROR" });
  });

  test("metrics of shared properties are requested ten at a time, and nil values are blank", async () => {
    const { rows } = await sourcesAt(publishers.sandbox.url).espm.readPage!(plainCall(), first);
    const { cells } = rows[0]!;
    expect(cells).toMatchObject({ propertyId: "1002", city: "Chicago", state: "IL", year: "2025" });
    expect(Number(cells["siteIntensity"])).toBeGreaterThan(0);
    expect(cells).not.toHaveProperty("waterIntensityTotal");
    const journal = await fetch(`${publishers.sandbox.url}/control/opendata/journal`);
    const { requests } = (await journal.json()) as { requests: { headers: Record<string, string> }[] };
    const asked = requests.flatMap(({ headers }) => headers["pm-metrics"] ?? []);
    expect(Math.max(...asked.map((names) => names.split(",").length))).toBe(10);
  });

  test("the geocoder's x is the longitude, and no match is none", async () => {
    const { geocoder, chicago } = sourcesAt(publishers.sandbox.url);
    const { rows } = await chicago.readPage!(plainCall(), first);
    const { cells } = rows.at(-1)!;
    const place = await geocoder.geocode(plainCall(), `${cells["Address"]}, Chicago, IL`);
    expect(place).toMatchObject({
      latitude: Number(cells["Latitude"]),
      longitude: Number(cells["Longitude"]),
    });
    expect(place!.longitude).toBeLessThan(-80);
    expect(await geocoder.geocode(plainCall(), "1 Nowhere Lane, Chicago, IL")).toBeNull();
  });
});

async function readAll(source: PropertySource): Promise<{ lines: number[]; pages: number }> {
  const lines: number[] = [];
  let [cursor, pages]: [PageRequest["cursor"], number] = [null, 0];
  do {
    const page = await source.readPage!(plainCall(), { ...first, cursor });
    lines.push(...page.rows.map(({ line }) => line));
    cursor = page.next;
    pages += 1;
  } while (cursor !== null);
  return { lines, pages };
}
