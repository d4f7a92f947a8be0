import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());

const as = async (sub: string) => ({ authorization: `Bearer ${await app.tokenFor({ sub })}` });

async function runOverSocket(
  query: string,
  headers: Record<string, string>,
  times: number,
): Promise<string[]> {
  const client = createClient({
    url: `${app.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
  const outcomes: string[] = [];
  for (let call = 0; call < times; call++) {
    const results = client.iterate({ query });
    const outcome = await results.next().then(
      ({ value }) => codeOf(value),
      (errors: unknown) => codeOf({ errors }),
    );
    outcomes.push(outcome);
    await results.return?.();
  }
  await client.dispose();
  return outcomes;
}

function codeOf(result: unknown): string {
  const { errors } = result as { errors?: { extensions?: { code?: string } }[] };
  return errors ? String(errors[0]?.extensions?.code) : "ok";
}

test("operations of a connection count like those of requests, the connection itself does not", async () => {
  const headers = await as("socket");
  const outcomes = await runOverSocket("{ me { id } }", headers, 12);
  expect(outcomes).toEqual([
    ...Array.from({ length: 10 }, () => "ok"),
    "RATE_LIMIT_EXCEEDED",
    "RATE_LIMIT_EXCEEDED",
  ]);
  expect((await app.graphql("{ me { id } }", {}, headers)).status).toBe(429);
});

test("a subscription counts once, when it is opened", async () => {
  const headers = await as("subscriber");
  const query = 'subscription { creditBalanceChanged(appId: "central") { balance } }';
  expect(await runOverSocket(query, headers, 1)).toEqual(["ok"]);
  const answer = await app.graphql("{ me { id } }", {}, headers);
  expect(answer.headers["x-ratelimit-remaining"]).toBe("8");
});

test("an event stream counts once and has rate limit headers, and reports the refusal beyond the limit", async () => {
  const headers = { ...(await as("events")), accept: "text/event-stream" };
  const first = await app.graphql("{ me { id } }", {}, headers);
  expect([first.status, first.headers["ratelimit"]]).toEqual([
    200,
    expect.stringMatching(/^"minute";r=9;t=60, /),
  ]);
  for (let call = 1; call < 10; call++) await app.graphql("{ me { id } }", {}, headers);
  const beyond = await app.graphql("{ me { id } }", {}, headers);
  expect(beyond.headers["x-ratelimit-remaining"]).toBe("0");
  expect(beyond.text).toContain("RATE_LIMIT_EXCEEDED");
});
