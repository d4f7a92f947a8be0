import { expect, test } from "vitest";
import { createNodeDns } from "../../../subgraphs/hub/account-domains/node-dns.adapter.ts";
import type { Dns } from "../../../subgraphs/hub/account-domains/dns.port.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";

async function start(): Promise<{ url: string; dns: Dns }> {
  const { url } = await startTestSandbox();
  const quick = { tryMs: 200, totalMs: 1_000 };
  return { url, dns: createNodeDns([`127.0.0.1:${new URL(url).port}`], quick) };
}

const publish = (url: string, name: string, texts: string[]) =>
  sendJson("PUT", `${url}/dns/records`, { name, texts });

test("published records are found by a resolver, whole and whatever the case of the name", async () => {
  const { url, dns } = await start();
  const texts = ["v=spf1 -all", "x".repeat(255), "y".repeat(300)];
  expect((await publish(url, "_hub.Corner.example", texts)).status).toBe(200);
  expect(await dns.findTexts("_HUB.corner.example")).toEqual(texts);
});

test("a name without records is none, before and after it had one", async () => {
  const { url, dns } = await start();
  expect(await dns.findTexts("_hub.corner.example")).toEqual([]);
  await publish(url, "_hub.corner.example", ["x"]);
  expect(await dns.findTexts("_hub.corner.example")).toEqual(["x"]);
  await publish(url, "_hub.corner.example", []);
  expect(await dns.findTexts("_hub.corner.example")).toEqual([]);
});

test.each([
  ["an error of the server", { status: 503 }],
  ["a cut-off response", { malformed: true }],
  ["no response", { dropRate: 1 }],
  ["a response after the time for all tries", { latencyMs: 5_000 }],
])("%s is no answer, and not the absence of a record", async (_what, faults) => {
  const { url, dns } = await start();
  await publish(url, "_hub.corner.example", ["x"]);
  await sendJson("POST", `${url}/control/dns`, faults);
  expect(await dns.findTexts("_hub.corner.example")).toBeNull();
});

test("the journal has the questions", async () => {
  const { url, dns } = await start();
  await dns.findTexts("_hub.corner.example");
  const { body } = await sendJson("GET", `${url}/control/dns/journal`);
  expect(body.requests).toMatchObject([{ method: "TXT", path: "_hub.corner.example" }]);
});
