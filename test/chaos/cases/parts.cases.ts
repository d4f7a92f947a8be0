import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ProxyMode } from "../../split/fault-proxy.ts";
import { writeOf, type Call } from "../../split/traffic.ts";
import type { ChaosCase, ChaosWorld, Facts } from "../chaos.types.ts";
import { healed, nothingLost, nothingWrong, promise, slowestOf } from "../expectations.ts";

const healWithinMs = 120_000;
const elsewhere = "/credits/balance/central";
const here = "/v1/properties/search?pageSize=2";

/** Words of the liar, which no client may ever read. */
const leak = /ECONNREFUSED|10\.1\.2\.3|OpenSSH|Welcome/;

async function spoil(world: ChaosWorld, mode: ProxyMode, delayMs = 0): Promise<Facts> {
  const proxies = world.split.all("property").map((one) => world.split.proxyOf(one));
  const routers = world.split.all("router").map(({ pid }) => pid);
  world.traffic.reset();
  let slowestMs: number;
  try {
    await Promise.all(proxies.map((proxy) => proxy.set(mode, delayMs)));
    slowestMs = await slowestOf(world, elsewhere);
    const asked = await Promise.all(
      Array.from({ length: 16 }, () => world.traffic.probe({ method: "GET", path: here }, 10_000)),
    );
    const answered = asked.filter(({ outcome }) => outcome === "ok");
    if (mode !== "slow")
      promise(answered.length === 0, `answered although it is ${mode}: ${answered[0]?.text}`);
    const leaks = asked.filter(({ text }) => leak.test(text));
    promise(leaks.length === 0, `told what is not for clients: ${leaks[0]?.text}`);
    const unclear = asked.filter(({ outcome }) => outcome === "wrong");
    promise(unclear.length === 0, `neither answer nor refusal: ${unclear[0]?.status} ${unclear[0]?.text}`);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.set("pass")));
  }
  const healMs = await healed(world, healWithinMs);
  nothingWrong(world);
  const now = world.split.all("router").map(({ pid }) => pid);
  promise(String(now) === String(routers), "a router has ended");
  await nothingLost(world);
  return { "others' slowest ms": slowestMs, "heal ms": healMs };
}

export const deadPart: ChaosCase = {
  name: "a subgraph is dead",
  promise: "Its fields are refused with 503 at once; all others are answered as ever.",
  run: (world) => spoil(world, "dead"),
};

export const slowPart: ChaosCase = {
  name: "a subgraph is slow",
  promise: "Its fields come late; all others are answered as ever.",
  run: (world) => spoil(world, "slow", 400),
};

export const lyingPart: ChaosCase = {
  name: "a subgraph lies",
  promise: "Nonsense is refused with 503, no word of it is shown, and all others are answered as ever.",
  run: (world) => spoil(world, "lying"),
};

const silentPart: ChaosCase = {
  name: "a subgraph is silent",
  promise: "Its fields are refused with 503 after their time is up; all others are answered as ever.",
  run: async (world) => {
    const proxies = world.split.all("property").map((one) => world.split.proxyOf(one));
    world.traffic.reset();
    await Promise.all(proxies.map((proxy) => proxy.set("silent")));
    const slowestMs = await slowestOf(world, elsewhere);
    await Promise.all(proxies.map((proxy) => proxy.set("pass")));
    const healMs = await healed(world, healWithinMs);
    nothingWrong(world);
    await nothingLost(world);
    return { "others' slowest ms": slowestMs, "heal ms": healMs };
  },
};

const hangingParty: ChaosCase = {
  name: "an outside party hangs",
  promise: "Calls that need it end in bounded time, and nobody else waits for them.",
  run: async (world) => {
    const externalServices = ["openai", "anthropic", "google", "mistral"];
    const control = (method: string, party: string, body?: object) =>
      fetch(`${world.sandboxUrl}/control/${party}`, {
        method,
        headers: { "content-type": "application/json", connection: "close" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    world.traffic.reset();
    for (const party of externalServices) await control("POST", party, { latencyMs: 60_000 });
    try {
      const call: Call = {
        method: "POST",
        path: "/ai/generate-text",
        body: { prompt: "Say hello.", timeout: 1000 },
        headers: { "x-app-id": "central" },
      };
      const asked = Array.from({ length: 40 }, () => world.traffic.probe(call, 60_000));
      await wait(500);
      const slowestMs = await slowestOf(world, elsewhere);
      for (const party of externalServices) await control("DELETE", party);
      const outcomes = await Promise.all(asked);
      nothingWrong(world);
      const cut = outcomes.filter(({ outcome }) => outcome === "cut").length;
      promise(cut === 0, `${cut} calls had no answer within a minute`);
      await nothingLost(world);
      const statuses = [...new Set(outcomes.map(({ status }) => status))];
      const unfit = statuses.filter((status) => status !== 200 && (status ?? 0) < 500);
      promise(unfit.length === 0, `calls to the party were answered ${unfit.join(", ")}`);
      return { calls: outcomes.length, statuses: statuses.join(" "), "others' slowest ms": slowestMs };
    } finally {
      for (const party of externalServices) await control("DELETE", party);
    }
  },
};

/** Redis is between the routers only. */
export const redisGone: ChaosCase = {
  name: "Redis is gone and comes back",
  promise:
    "Reads go on under a quarter of each limit in each router, money is refused with 503; whole again when it is back.",
  isImpossible: ({ redis }) => (redis ? null : "there is no redis-server on this machine"),
  run: async (world) => {
    const redis = world.redis!;
    world.traffic.reset();
    await redis.kill();
    await wait(500);
    const reads = await slowestOf(world, elsewhere);
    const money = await world.traffic.probe(writeOf(`mark-${randomUUID()}`, 0));
    promise(money.status === 503, `money moved without limits: ${money.status} ${money.text}`);
    await redis.start();
    const healMs = await healed(world, healWithinMs);
    redis.freeze(true);
    const frozen = await slowestOf(world, elsewhere, 5);
    redis.freeze(false);
    await healed(world, healWithinMs);
    nothingWrong(world);
    await nothingLost(world);
    return {
      "reads' slowest ms": reads,
      "money answers": money.status,
      "heal ms": healMs,
      "frozen: reads' slowest ms": frozen,
    };
  },
};

export const partCases: readonly ChaosCase[] = [
  deadPart,
  slowPart,
  silentPart,
  lyingPart,
  hangingParty,
  redisGone,
];
