import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createOpenidSessions } from "../../../subgraphs/hub/sessions/openid-sessions.adapter.ts";
import { silentLog } from "../../support/silent-log.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Provider {
  /** The rest of the discovery document. */
  metadata?: (issuer: string) => object;
  end?: (response: ServerResponse) => void;
}

/** An OpenID provider on loopback, and what was posted to its endpoint. */
async function startProvider({ metadata, end }: Provider) {
  const posted: { type: string | undefined; body: string }[] = [];
  let discoveries = 0;
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = () => ({ issuer, ...(metadata?.(issuer) ?? { end_session_endpoint: `${issuer}/end` }) });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.url === "/.well-known/openid-configuration") {
      discoveries++;
      response.end(JSON.stringify(document()));
      return;
    }
    posted.push({ type: request.headers["content-type"], body });
    if (end) return end(response);
    response.writeHead(204).end();
  }
  const sessions = createOpenidSessions({ issuer, log: silentLog, timeoutMs: 2_000 });
  closing.push(
    () => sessions.close(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  return { sessions, posted, discoveries: () => discoveries, close: () => server.closeAllConnections() };
}

test("a session is ended at the endpoint that the provider advertises, which is discovered once", async () => {
  const { sessions, posted, discoveries } = await startProvider({});
  expect(await sessions.end("a b&c")).toBe("ended");
  expect(await sessions.end("second")).toBe("ended");
  expect(posted).toEqual([
    { type: "application/x-www-form-urlencoded", body: "logout_hint=a+b%26c" },
    { type: "application/x-www-form-urlencoded", body: "logout_hint=second" },
  ]);
  expect(discoveries()).toBe(1);
});

test("a provider without the endpoint cannot end a session", async () => {
  const { sessions, posted } = await startProvider({ metadata: () => ({}) });
  expect(await sessions.end("s")).toBe("not_supported");
  expect(posted).toEqual([]);
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    "asks the person on a page",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("Sign out?"),
  ],
  ["redirects", (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ["refuses", (response) => response.writeHead(400).end("{}")],
  ["hangs up", (response) => void response.destroy()],
])("a provider that %s has not ended the session", async (_, end) => {
  const { sessions, posted } = await startProvider({ end });
  expect(await sessions.end("s")).toBe("failed");
  expect(posted).toHaveLength(1);
});

test.each<[string, (issuer: string) => object]>([
  [
    "names another issuer",
    () => ({ issuer: "https://other.example", end_session_endpoint: "https://other.example/x" }),
  ],
  ["points to a private address", () => ({ end_session_endpoint: "https://10.0.0.1/end" })],
  ["points elsewhere without encryption", () => ({ end_session_endpoint: "http://other.example/end" })],
  [
    "has an endpoint with credentials",
    (issuer) => ({ end_session_endpoint: `${issuer.replace("//", "//a:b@")}/end` }),
  ],
  ["is no JSON object of this form", () => ({ end_session_endpoint: 7 })],
])("a discovery document that %s ends nothing", async (_, metadata) => {
  const { sessions, posted } = await startProvider({ metadata });
  expect(await sessions.end("s")).toBe("failed");
  expect(posted).toEqual([]);
});
