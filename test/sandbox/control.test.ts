import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import { standInNames } from "../../sandbox/stand-in.ts";
import { sendJson, startTestSandbox } from "./start-test-sandbox.ts";

const discovery = "/identity/.well-known/openid-configuration";

describe("faults", () => {
  it("force a status for the given number of requests, then no more", async () => {
    const { url } = await startTestSandbox();
    expect((await sendJson("POST", `${url}/control/identity`, { status: 503, times: 2 })).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await fetch(url + discovery)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it("last until they are cleared, and new ones replace old ones", async () => {
    const { url } = await startTestSandbox();
    await sendJson("POST", `${url}/control/identity`, { status: 500 });
    await sendJson("POST", `${url}/control/identity`, { status: 429 });
    expect((await fetch(url + discovery)).status).toBe(429);
    expect((await sendJson("DELETE", `${url}/control/identity`)).status).toBe(200);
    expect((await fetch(url + discovery)).status).toBe(200);
  });

  it("cut the connection as often as the drop rate says", async () => {
    const draws = [0.49, 0.5, 0.1, 0.99];
    const { url } = await startTestSandbox({ random: () => draws.shift() ?? 1 });
    await sendJson("POST", `${url}/control/identity`, { dropRate: 0.5 });
    const answers = [];
    for (let n = 0; n < 4; n++)
      answers.push(
        await fetch(url + discovery).then(
          (r) => r.status,
          () => "dropped",
        ),
      );
    expect(answers).toEqual(["dropped", 200, "dropped", 200]);
  });

  it("do not count a request that the drop rate spared as one of the times", async () => {
    const draws = [0.9, 0.9, 0, 0];
    const { url } = await startTestSandbox({ random: () => draws.shift() ?? 1 });
    await sendJson("POST", `${url}/control/identity`, { dropRate: 0.5, times: 1 });
    const answers = [];
    for (let n = 0; n < 4; n++)
      answers.push(
        await fetch(url + discovery).then(
          (r) => r.status,
          () => "dropped",
        ),
      );
    expect(answers).toEqual([200, 200, "dropped", 200]);
  });

  it("answer with a broken body under a good status", async () => {
    const { url } = await startTestSandbox();
    await sendJson("POST", `${url}/control/identity`, { malformed: true, times: 1 });
    const response = await fetch(url + discovery);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it("delay the answer, and do not keep the sandbox from closing", async () => {
    const sandbox = await startTestSandbox();
    await sendJson("POST", `${sandbox.url}/control/identity`, { latencyMs: 80, times: 1 });
    const startedAt = performance.now();
    expect((await fetch(sandbox.url + discovery)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(75);
    await sendJson("POST", `${sandbox.url}/control/identity`, { latencyMs: 600_000 });
    const pending = fetch(sandbox.url + discovery).catch(() => "closed");
    await expect
      .poll(
        async () => (await sendJson("GET", `${sandbox.url}/control/identity/journal`)).body.requests.length,
      )
      .toBe(2);
    await sandbox.close();
    await pending;
  });

  it("faults of one stand-in do not affect the control plane or the inbox", async () => {
    const { url } = await startTestSandbox();
    await sendJson("POST", `${url}/control/identity`, { dropRate: 1 });
    expect((await sendJson("GET", `${url}/control/identity/journal`)).status).toBe(200);
    expect((await sendJson("GET", `${url}/mail/messages`)).status).toBe(200);
  });

  it("are refused with every bad field named, and then change nothing", async () => {
    const { url } = await startTestSandbox();
    const { status, body } = await sendJson("POST", `${url}/control/identity`, {
      status: 99,
      dropRate: 2,
      times: 0,
      odd: 1,
    });
    expect(status).toBe(400);
    const paths = body.details.fields.map((field: { path: string }) => field.path);
    expect(paths.toSorted()).toEqual(["dropRate", "odd", "status", "times"]);
    expect((await fetch(url + discovery)).status).toBe(200);
  });
});

describe("the control plane", () => {
  it("the control plane responds with 404 and a clear message for an unknown stand-in", async () => {
    const { url } = await startTestSandbox();
    for (const [method, path] of [
      ["POST", ""],
      ["DELETE", ""],
      ["GET", "/journal"],
    ] as const) {
      const unknown = await sendJson(
        method,
        `${url}/control/nobody${path}`,
        method === "POST" ? {} : undefined,
      );
      expect(unknown).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND", error: "Unknown external service. See standIns for the valid names." },
      });
    }
    const { body: refusal } = await sendJson("GET", `${url}/control/nobody/journal`);
    const standIns = new Set<string>(refusal.details.standIns);
    expect([...standIns]).toEqual(expect.arrayContaining(["identity", "processor", "smtp"]));
    for (const party of standInNames) {
      const { status, body } = await sendJson("GET", `${url}/control/${party}/journal`);
      expect(status, party).toBe(standIns.has(party) ? 200 : 404);
      if (!standIns.has(party)) expect(body.error).toContain(`The service ${party} has no stand-in`);
    }
  });

  it("the control plane distinguishes an unknown path from a body that is not JSON", async () => {
    const { url } = await startTestSandbox();
    expect(await sendJson("GET", `${url}/nowhere`)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    const response = await fetch(`${url}/control/identity`, {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_JSON" });
  });

  it("listens on loopback only", async () => {
    await expect(startTestSandbox({ host: "0.0.0.0" })).rejects.toThrow("loopback");
    await expect(startTestSandbox({ host: "::" })).rejects.toThrow("loopback");
  });

  it("frees its mail port when its own port is taken", async () => {
    const first = await startTestSandbox();
    const taken = { port: Number(new URL(first.url).port), smtpPort: await freePort() };
    await expect(startTestSandbox(taken)).rejects.toThrow("EADDRINUSE");
    await expect(greeting(taken.smtpPort)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("the journal", () => {
  it("the journal lists a stand-in's requests, newest last, with secrets masked everywhere", async () => {
    const { url } = await startTestSandbox({ clock: fixedClock(new Date("2026-03-01T12:00:00Z")) });
    const canary = "canary-7f3a";
    await fetch(`${url}/identity/first?api_key=${canary}&page=2`, {
      headers: {
        authorization: `Bearer ${canary}`,
        "x-api-key": canary,
        "x-goog-api-key": canary,
        cookie: canary,
      },
    });
    await fetch(`${url}/identity/second`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "idem-1" },
      body: JSON.stringify({
        client_secret: canary,
        nested: [{ password: canary, access_token: canary }],
        max_tokens: 5,
        sub: "u",
      }),
    });
    const { body } = await sendJson("GET", `${url}/control/identity/journal`);
    expect(JSON.stringify(body)).not.toContain(canary);
    expect(body.requests).toMatchObject([
      {
        at: "2026-03-01T12:00:00.000Z",
        method: "GET",
        path: "/identity/first?api_key=***&page=2",
        headers: { authorization: "Bearer ***", "x-api-key": "***" },
        body: null,
      },
      {
        method: "POST",
        path: "/identity/second",
        headers: { "idempotency-key": "idem-1" },
        body: {
          client_secret: "***",
          nested: [{ password: "***", access_token: "***" }],
          max_tokens: 5,
          sub: "u",
        },
      },
    ]);
  });

  it("shows forms as fields, bytes as their number, and records requests that a fault disturbed", async () => {
    const { url } = await startTestSandbox();
    await sendJson("POST", `${url}/control/identity`, { dropRate: 1, times: 1 });
    const post = (type: string, body: BodyInit) =>
      fetch(`${url}/identity/x`, { method: "POST", body, headers: { "content-type": type } }).catch(
        () => null,
      );
    await post("application/x-www-form-urlencoded", "amount=5&client_secret=hidden");
    await post("application/octet-stream", new Uint8Array(12));
    await post("text/plain", "plain");
    const { body } = await sendJson("GET", `${url}/control/identity/journal`);
    expect(body.requests.map((request: { body: unknown }) => request.body)).toEqual([
      { amount: "5", client_secret: "***" },
      "[12 bytes]",
      "plain",
    ]);
  });

  it("keeps the latest 500 requests and cuts long bodies", async () => {
    const { url } = await startTestSandbox();
    for (let n = 0; n < 510; n++) await (await fetch(`${url}/identity/${n}`)).text();
    await (await fetch(`${url}/identity/long`, { method: "POST", body: "x".repeat(100_000) })).text();
    const { requests } = (await sendJson("GET", `${url}/control/identity/journal`)).body;
    expect(requests).toHaveLength(500);
    expect(requests[0].path).toBe("/identity/11");
    expect(requests.at(-1).body.length).toBeLessThan(66_000);
  });
});

async function freePort(): Promise<number> {
  const { smtpUrl, close } = await startTestSandbox();
  await close();
  return Number(new URL(smtpUrl).port);
}

/** The first line that a server says on this port. */
function greeting(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once("error", reject);
  });
}
