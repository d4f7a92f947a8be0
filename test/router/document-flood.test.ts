import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app.close());

test("a principal that floods the router with new documents is queued and refused, and others and known documents are served", async () => {
  const [flooder, other] = [await app.as("pia"), await app.as("sam")];
  const known = "{ me { id } }";
  await app.graphql(known, {}, flooder);
  const flood = Array.from({ length: 120 }, (_, index) =>
    app.graphql(`query Flood${index} { me { id email } }`, {}, flooder),
  );
  const others = [
    app.graphql("query Other { me { id email } }", {}, other),
    app.graphql(known, {}, flooder),
    app.get("/credits/balance/central", flooder),
  ];
  for (const answer of await Promise.all(others)) {
    expect(answer.status).toBe(200);
    expect(answer.body.errors).toBeUndefined();
  }
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBe(120 - refused.length);
  for (const { headers, body } of refused) {
    expect(headers["retry-after"]).toBe("1");
    expect(body.errors[0].extensions.code).toBe("RATE_LIMIT_EXCEEDED");
  }
  // Later there is room again.
  expect((await app.graphql("query Later { me { id email } }", {}, flooder)).status).toBe(200);
});
