import { expect } from "vitest";
import { comparable } from "./compare-doors.ts";
import { viaGraphql, type Headers } from "./door-calls.ts";
import type { Visit } from "./world.ts";

/**
 * What one tenant has read changes nothing for another: after Eve's request, every principal gets the same response, at
 * the same price, as without the cache. Requests with a test clock are not cached.
 */
export async function keepsCacheApart(visit: Visit): Promise<void> {
  const { app, operation, name, input, headers, world } = visit;
  if (operation.kind !== "query") return;
  const send = viaGraphql(app);
  const ask = async (who: Headers) => {
    const { status, body, charged } = await send(operation, { ...input }, who);
    return { status, body: comparable(body), charged };
  };
  // Once to fill the cache, and then to be answered from it.
  await ask(headers);
  for (const who of [headers, world.bo, world.boKey, {}]) {
    const cached = await ask(who);
    const fresh = await ask({ ...who, "x-test-clock": new Date().toISOString() });
    expect.soft(cached, `${name}: the response with the cache`).toEqual(fresh);
  }
}
