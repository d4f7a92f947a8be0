import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { enqueue } from "../../../src/jobs/enqueue.ts";

/** The queue of rules that are to be looked at, apart from what is then done so that services can send to it. */
export const reloadQueue = {
  name: "auto-reload",
  schema: z.object({
    ownerId: z.string(),
    appId: z.string(),
    /** A reload that ended otherwise than its payment did. */
    reloadId: z.string().optional(),
  }),
};

/** The queue of webhook addresses that the hub has yet to hear of. */
export const endpointQueue = {
  name: "sync-reload-endpoint",
  schema: z.object({ ownerId: z.string(), appId: z.string() }),
};

/** Has a rule looked at soon, once the open transaction commits: its pending reload charged, its credits judged. */
export async function wakeReload(
  em: EntityManager,
  { ownerId, appId, reloadId }: { ownerId: string; appId: string; reloadId?: string },
): Promise<void> {
  const singletonKey = [ownerId, appId, ...(reloadId ? [reloadId] : [])].join(":");
  const payload = { ownerId, appId, ...(reloadId ? { reloadId } : {}) };
  await enqueue(em, reloadQueue, payload, { singletonKey });
}
