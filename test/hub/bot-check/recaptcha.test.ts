import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createRecaptcha } from "../../../subgraphs/hub/bot-check/recaptcha.adapter.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A vendor with these responses, in order. */
async function partyOf(answers: ((request: { body: string }) => object | string | number)[]) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(body);
      const answer = answers[Math.min(bodies.length, answers.length) - 1]!({ body });
      if (answer === "cut") return request.socket.destroy();
      if (answer === "never") return undefined;
      if (typeof answer === "number") return response.writeHead(answer).end("{}");
      return response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const check = createRecaptcha({ baseUrl, secret: "our secret", isStandIn: false, timeoutMs: 200 });
  return { bodies, check };
}

const good = {
  success: true,
  score: 0.7,
  action: "create_payment",
  hostname: "shop.example",
  challenge_ts: "2026-05-01T12:00:00Z",
};
const unavailable = { code: "BOT_CHECK_UNAVAILABLE", status: 500 };

test("a token is sent as a form with our secret, and the response is parsed", async () => {
  const { bodies, check } = await partyOf([() => good]);
  expect(await check.verify("a token & more")).toEqual({
    isValid: true,
    isSpent: false,
    score: 0.7,
    action: "create_payment",
    hostname: "shop.example",
    challengeAt: new Date("2026-05-01T12:00:00Z"),
  });
  expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
    secret: "our secret",
    response: "a token & more",
  });
});

test("a cut connection is retried once", async () => {
  const once = await partyOf([() => "cut", () => good]);
  expect(await once.check.verify("t")).toMatchObject({ isValid: true });
  expect(once.bodies).toHaveLength(2);
  const twice = await partyOf([() => "cut"]);
  await expect(twice.check.verify("t")).rejects.toMatchObject({
    ...unavailable,
    details: { retryable: true },
  });
  expect(twice.bodies).toHaveLength(2);
});

test.each([
  ["no answer in time", "never"],
  ["an error of the vendor", 503],
  ["what is not JSON", "<html>"],
  ["another answer", { ok: true }],
  ["a score that is none", { ...good, score: 7 }],
] as const)("%s makes the check unavailable, after one try", async (_what, answer) => {
  const { bodies, check } = await partyOf([() => answer]);
  await expect(check.verify("t")).rejects.toMatchObject(unavailable);
  expect(bodies).toHaveLength(1);
});

test("a rejected secret of ours is no verdict on the token", async () => {
  const { check } = await partyOf([() => ({ success: false, "error-codes": ["invalid-input-secret"] })]);
  await expect(check.verify("t")).rejects.toMatchObject({ ...unavailable, details: { configured: false } });
});

test("without a secret no request is sent", async () => {
  const check = createRecaptcha({ baseUrl: null, secret: null, isStandIn: false });
  await expect(check.verify("t")).rejects.toMatchObject({ ...unavailable, details: { configured: false } });
});

test("the stand-in's tokens are valid once, as long as the real vendor's, and for the requested action", async () => {
  let now = new Date("2026-05-01T12:00:00.000Z");
  const { url } = await startTestSandbox({ clock: { now: () => now } });
  const check = createRecaptcha({ baseUrl: `${url}/botcheck`, secret: "any", isStandIn: true });
  const asked = { score: 0.3, action: "login", hostname: "a.example", ageSeconds: 30 };
  const { token } = (await sendJson("POST", `${url}/botcheck/tokens`, asked)).body as { token: string };
  expect(await check.verify(token)).toEqual({
    isValid: true,
    isSpent: false,
    score: 0.3,
    action: "login",
    hostname: "a.example",
    challengeAt: new Date("2026-05-01T11:59:30.000Z"),
  });
  expect(await check.verify(token)).toMatchObject({ isValid: false, isSpent: true });
  const late = (await sendJson("POST", `${url}/botcheck/tokens`, {})).body as { token: string };
  now = new Date(now.getTime() + 120_001);
  expect(await check.verify(late.token)).toMatchObject({ isValid: false, isSpent: true });
  expect(await check.verify("unknown")).toMatchObject({ isValid: false, isSpent: false });
  for (const name of ["test-pass", "test-pass"])
    expect(await check.verify(name)).toMatchObject({ score: 0.9 });
  expect(await check.verify("test-low")).toMatchObject({ isValid: true, score: 0.1 });
  expect(await check.verify("test-expired")).toMatchObject({ isValid: false, isSpent: true });
  expect((await sendJson("POST", `${url}/botcheck/tokens`, { score: 2 })).status).toBe(400);
});
