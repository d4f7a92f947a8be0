import { createServer, type Server } from "node:http";
import type { LookupAddress } from "node:dns";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { request } from "undici";
import { createGuardedAgent, type GuardedAgentOptions } from "../../src/http/guarded-agent.ts";

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    requests++;
    response.end("inside");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** A resolver that answers each of its calls with the next list of addresses. */
function resolver(...answers: string[][]): { lookup: LookupFunction; asked: string[] } {
  const asked: string[] = [];
  const lookup = ((hostname, options, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(hostname);
    const found: LookupAddress[] = answer.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (options.all) (callback as (error: null, found: LookupAddress[]) => void)(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  }) as LookupFunction;
  return { lookup, asked };
}

async function call(host: string, options: GuardedAgentOptions = {}): Promise<string> {
  const agent = createGuardedAgent({ connectTimeoutMs: 2_000, ...options });
  onTestFinished(() => agent.destroy());
  const response = await request(`http://${host}:${port}/`, { dispatcher: agent.get() });
  return response.body.text();
}

const refused = { name: "AddressRefusedError" };

describe("a connection", () => {
  test.each([
    ["loopback", ["127.0.0.1"]],
    ["a private address", ["10.1.2.3"]],
    ["the metadata service", ["169.254.169.254"]],
    ["a mapped address", ["::ffff:127.0.0.1"]],
    ["a public address and a private one", ["8.8.8.8", "127.0.0.1"]],
    ["nothing", []],
  ])("is not opened to a name that resolves to %s", async (_name, addresses) => {
    const before = requests;
    const { lookup, asked } = resolver(addresses);
    await expect(call("hooks.customer.example", { lookup })).rejects.toMatchObject(refused);
    expect(asked).toEqual(["hooks.customer.example"]);
    expect(requests).toBe(before);
  });

  test("addresses are checked each time a connection opens (DNS rebinding)", async () => {
    // Public at the first look-up (when the URL is saved), internal at the second.
    const { lookup } = resolver(["8.8.8.8"], ["127.0.0.1"]);
    await new Promise<void>((resolve) => lookup("hooks.customer.example", { all: true }, () => resolve()));
    await expect(call("hooks.customer.example", { lookup })).rejects.toMatchObject(refused);
  });

  test.each(["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1"])(
    "is not opened to the literal %s, for which no resolver is asked",
    async (host) => {
      const before = requests;
      await expect(call(host)).rejects.toMatchObject(refused);
      expect(requests).toBe(before);
    },
  );

  test("is opened to allowed hosts, literal or by name", async () => {
    expect(await call("127.0.0.1", { allowHosts: ["127.0.0.1"] })).toBe("inside");
    const { lookup } = resolver(["127.0.0.1"]);
    expect(await call("receiver.test", { lookup, allowHosts: ["receiver.test"] })).toBe("inside");
  });
});
