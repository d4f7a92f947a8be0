import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { enqueue } from "../../../src/jobs/enqueue.ts";

/** Queue of rules to evaluate. It is separate from its handler, so that services can enqueue to it. */
export const reloadQueue = {
  name: "auto-reload",
  schema: z.object({
    ownerId: z.string(),
    appId: z.string(),
    /** Reload whose result differs from its payment's. */
    reloadId: z.string().optional(),
  }),
};

/** Queue of webhook URLs to register at the hub. */
export const endpointQueue = {
  name: "sync-reload-endpoint",
  schema: z.object({ ownerId: z.string(), appId: z.string() }),
};

/** Enqueues an evaluation of the rule on commit: charges its pending reload, then checks its credits. */
export async function wakeReload(
  em: EntityManager,
  { ownerId, appId, reloadId }: { ownerId: string; appId: string; reloadId?: string },
): Promise<void> {
  const singletonKey = [ownerId, appId, ...(reloadId ? [reloadId] : [])].join(":");
  const payload = { ownerId, appId, ...(reloadId ? { reloadId } : {}) };
  await enqueue(em, reloadQueue, payload, { singletonKey });
}
