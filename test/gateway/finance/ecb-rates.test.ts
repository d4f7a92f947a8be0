import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  convertAt,
  crossRates,
  latestRate,
} from "../../../subgraphs/gateway/finance/exchange-rates/conversion.ts";
import { createEcbRates } from "../../../subgraphs/gateway/finance/exchange-rates/ecb-rates.adapter.ts";
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
