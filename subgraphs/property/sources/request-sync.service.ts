import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { RequestContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { PageRequest, PropertySource } from "./property-source.port.ts";
import { findOpenRun, openRun, readPublishedState } from "./sync-runs.rows.ts";

/** The queue that runs wait in. */
export const syncQueue = {
  name: "sync-property-source",
  schema: z.object({ runId: z.string(), sourceId: z.string() }),
};

/**
 * Asks for a run of a source and answers its id: that of a new one, or of the one that is open. The first reading of a
 * source is a full one. Run and job are committed together; asking twice queues once.
 */
export async function requestSync(
  { clock }: Pick<RequestContext, "clock">,
  em: EntityManager,
  { id: sourceId, kind }: PropertySource,
  wanted: PageRequest["mode"],
): Promise<string> {
  return asSystem(em, async (own) => {
    const { mark } = await readPublishedState(own, sourceId);
    const mode = mark === null ? "full" : wanted;
    const opened = await openRun(own, { sourceId, kind, mode, now: clock.now() });
    const runId = opened ?? (await findOpenRun(own, sourceId));
    // It ended between the two statements.
    if (runId === null) return requestSync({ clock }, own, { id: sourceId, kind } as PropertySource, wanted);
    await enqueue(own, syncQueue, { runId, sourceId }, { singletonKey: sourceId });
    return runId;
  });
}
