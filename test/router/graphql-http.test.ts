import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";

let app: TestApp;
let token: Record<string, string>;
beforeAll(async () => {
  app = await openSharedApp();
  token = await app.as("pia");
});
afterAll(() => app.close());

const audits = serverAudits({ url: () => `${app.url}/graphql`, fetchFn: fetch });
const auditsOfCaller = serverAudits({
  url: () => `${app.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...token } }),
});

test("the specification's audits are all there", () => {
  expect(audits).toHaveLength(61);
});

test.each(audits)("GraphQL over HTTP, $id: $name", async (audit) => {
  const result = await audit.fn();
  expect(result.status, "reason" in result ? result.reason : "").toBe("ok");
});

test.each(auditsOfCaller)("GraphQL over HTTP as a caller, $id: $name", async (audit) => {
  const result = await audit.fn();
  expect(result.status, "reason" in result ? result.reason : "").toBe("ok");
});
