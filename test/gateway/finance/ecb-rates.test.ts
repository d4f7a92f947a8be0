import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  convertAt,
  crossRates,
  latestRate,
} from "../../../subgraphs/gateway/finance/exchange-rates/conversion.ts";
import { createEcbRates } from "../../../subgraphs/gateway/finance/exchange-rates/ecb-rates.adapter.ts";
import { createPriceCsv } from "../../../subgraphs/gateway/finance/market-prices/price-csv.adapter.ts";
import { readPriceCsv } from "../../../subgraphs/gateway/finance/market-prices/price-csv.ts";
import { readEcbRates } from "../../../subgraphs/gateway/finance/exchange-rates/ecb-rates.ts";

/** The rates of 2 and 3 January 2024 as the bank's file has them, shortened. */
const file = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='2024-01-03'><Cube currency='USD' rate='1.0919'/><Cube currency='JPY' rate='155.89'/></Cube>
<Cube time="2024-01-02"><Cube currency="USD" rate="1.0956"/><Cube currency="JPY" rate="155.68"/></Cube></Cube>
</gesmes:Envelope>`;
const fetchedAt = new Date("2024-01-04T10:00:00.000Z");

describe("the bank's files", () => {
  test("are read with quotes of either kind, and convert through the euro", () => {
    const rates = readEcbRates(file, fetchedAt)!;
    expect(rates.days).toEqual(["2024-01-02", "2024-01-03"]);
    const pair = crossRates(rates, { base: "USD", quote: "JPY" });
    const rate = latestRate(pair, "2024-01-07")!;
    expect(rate).toMatchObject({ date: "2024-01-03", source: "ecb", fetchedAt });
    // 100.00 USD: 100 / 1.0919 * 155.89 = 14,276.95 yen, which have no decimals.
    expect(convertAt(10_000, rate, { from: "USD", to: "JPY" })).toBe(14_277);
    expect(latestRate(pair, "2024-01-01")).toBeNull();
    expect(crossRates(rates, { base: "EUR", quote: "CHF" })).toEqual([]);
    expect(readEcbRates("<html>Maintenance</html>", fetchedAt)).toBeNull();
  });
});

describe("the adapter", () => {
  let server: Server | undefined;
  afterEach(() => new Promise((done) => (server ? server.close(done) : done(null))));

  async function bank(answer: () => { status: number; body: string }) {
    const asked: string[] = [];
    server = createServer((request, response) => {
      asked.push(request.url!);
      const { status, body } = answer();
      response.writeHead(status).end(body);
    });
    await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
    const clock = { at: fetchedAt, now: () => clock.at };
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { rates: createEcbRates({ baseUrl, clock, maxBytes: 10_000 }), clock, asked };
  }

  test("asks once for simultaneous calls, again after an hour, and for the whole file for old days", async () => {
    const { rates, clock, asked } = await bank(() => ({ status: 200, body: file }));
    const found = await Promise.all([rates.since("2024-01-02"), rates.since("2024-01-03")]);
    expect(found[0]).toBe(found[1]);
    expect(asked).toEqual(["/eurofxref-hist-90d.xml"]);
    clock.at = new Date(fetchedAt.getTime() + 3_600_000);
    expect((await rates.since("2024-01-02")).fetchedAt).toEqual(clock.at);
    await rates.since("2023-01-02");
    expect(asked.slice(1)).toEqual(["/eurofxref-hist-90d.xml", "/eurofxref-hist.xml"]);
  });

  test("serves older rates while the bank fails, and refuses where it has none", async () => {
    let answer = { status: 500, body: "" };
    const { rates, clock, asked } = await bank(() => answer);
    await expect(rates.since("2024-01-02")).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
    answer = { status: 200, body: file };
    const found = await rates.since("2024-01-02");
    clock.at = new Date(fetchedAt.getTime() + 3_600_000);
    for (const broken of [
      { status: 200, body: "<html/>" },
      { status: 200, body: `${file}${" ".repeat(20_000)}` },
    ]) {
      answer = broken;
      clock.at = new Date(clock.at.getTime() + 60_000);
      expect(await rates.since("2024-01-02")).toBe(found);
      // Within a minute of a failure it is not asked again.
      expect(await rates.since("2024-01-02")).toBe(found);
    }
    expect(asked).toHaveLength(4);
  });
});

describe("daily prices", () => {
  const stooq =
    "Date,Open,High,Low,Close,Volume\r\n2024-01-03,1,2,1,187.15,9\r\n2024-01-02,1,2,1,185.123456789,9\r\nx,1,1,1,1,1\r\n";
  let server: Server | undefined;
  afterEach(() => new Promise((done) => (server ? server.close(done) : done(null))));

  async function service(format: "stooq" | "alphavantage", answer: () => { status: number; body: string }) {
    const asked: string[] = [];
    server = createServer((request, response) => {
      asked.push(request.url!);
      const { status, body } = answer();
      response.writeHead(status).end(body);
    });
    await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
    const clock = { at: fetchedAt, now: () => clock.at };
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      prices: createPriceCsv({ baseUrl, format, apiKey: "k", clock, maxBytes: 10_000 }),
      clock,
      asked,
    };
  }

  test("are read from files of Stooq and of Alpha Vantage", () => {
    expect(readPriceCsv(stooq)).toEqual([{ date: "2024-01-03", price: 187_150_000 }]);
    const other =
      "timestamp,open,high,low,close,volume\n2024-01-03,1,1,1,187.15,1\n2024-01-02,1,1,1,185.6400,1\n";
    expect(readPriceCsv(other)).toEqual([
      { date: "2024-01-02", price: 185_640_000 },
      { date: "2024-01-03", price: 187_150_000 },
    ]);
    expect(readPriceCsv("No data")).toBeNull();
  });

  test("are asked for once an hour, by the symbols of the service", async () => {
    const { prices, clock, asked } = await service("stooq", () => ({ status: 200, body: stooq }));
    const found = await Promise.all(
      ["2024-01-02", "2024-03-01"].map((day) => prices.since("VTI", "USD", day)),
    );
    expect(found[0]).toEqual({ prices: [{ date: "2024-01-03", price: 187_150_000 }], fetchedAt });
    await prices.since("CDR.PL", "PLN", "2023-02-01");
    clock.at = new Date(fetchedAt.getTime() + 3_600_000);
    await prices.since("VTI", "USD", "2024-01-02");
    expect(asked).toEqual([
      "/q/d/l/?s=vti.us&i=d&d1=20240101&apikey=k",
      "/q/d/l/?s=cdr.pl&i=d&d1=20230101&apikey=k",
      "/q/d/l/?s=vti.us&i=d&d1=20240101&apikey=k",
    ]);
  });

  test("are null for an unknown symbol, refused while the service fails, and requested again after a failure", async () => {
    let answer = { status: 200, body: '{"Error Message": "Invalid API call"}' };
    const { prices, asked } = await service("alphavantage", () => answer);
    expect(await prices.since("NONE", "USD", "2024-01-02")).toMatchObject({ prices: null });
    expect(asked).toEqual([
      "/query?function=TIME_SERIES_DAILY&symbol=NONE&outputsize=full&datatype=csv&apikey=k",
    ]);
    const failures = [
      { status: 200, body: '{"Information": "25 requests per day"}' },
      { status: 500, body: "" },
      { status: 200, body: "x".repeat(20_000) },
    ];
    for (answer of failures)
      await expect(prices.since("VTI", "USD", "2024-01-02")).rejects.toMatchObject({
        code: "UPSTREAM_FAILED",
      });
    expect(asked).toHaveLength(4);
    const none = createPriceCsv({
      baseUrl: null,
      format: "stooq",
      apiKey: null,
      clock: { now: () => fetchedAt },
    });
    expect(none.isConfigured).toBe(false);
  });
});
