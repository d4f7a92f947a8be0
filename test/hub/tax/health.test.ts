import { expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { readHealth } from "../../../subgraphs/hub/tax/service/health.service.ts";
import type { TaxFilingProvider } from "../../../subgraphs/hub/tax/tax.port.ts";

function setUp(check: () => Promise<boolean>, isConfigured = true) {
  let asked = 0;
  const checkCredentials = () => (asked++, check());
  const provider = { isConfigured, checkCredentials } as TaxFilingProvider;
  const tax = { provider, environment: "sandbox" };
  const at = (second: number) =>
    readHealth({
      clock: fixedClock(new Date(Date.UTC(2026, 0, 1, 0, 0, second))),
      ports: { tax },
    } as unknown as HubContext);
  return { at, asked: () => asked };
}

test("the health check calls the provider once in 60 seconds under any concurrency", async () => {
  const { at, asked } = setUp(async () => true);
  const answers = await Promise.all([at(0), at(0), at(30), at(59)]);
  expect(asked()).toBe(1);
  expect(answers[3]).toMatchObject({
    status: "ok",
    configured: true,
    credentialsValid: true,
    environment: "sandbox",
  });
  expect(answers[3].checkedAt.toISOString()).toBe("2026-01-01T00:00:00.000Z");
  await at(60);
  expect(asked()).toBe(2);
});

test("the health check distinguishes rejected credentials, an unreachable provider, and a missing configuration", async () => {
  expect(await setUp(async () => false).at(0)).toMatchObject({ status: "degraded", credentialsValid: false });
  const away = setUp(async () => {
    throw new Error("sk_live_secret");
  });
  const answer = await away.at(0);
  expect(answer).toMatchObject({ status: "down", configured: true, credentialsValid: null, latencyMs: null });
  expect(JSON.stringify(answer)).not.toContain("secret");
  const none = setUp(async () => true, false);
  expect(await none.at(0)).toMatchObject({ status: "down", configured: false, credentialsValid: null });
  expect(none.asked()).toBe(0);
});
