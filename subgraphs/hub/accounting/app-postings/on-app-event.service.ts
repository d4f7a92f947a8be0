import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { findAutoPostings, listAllAutoPostings } from "./auto-posting.rows.ts";
import { postRecordsQueue } from "./auto-posting.queue.ts";

/** A committed event of any subgraph, as its relay hands it over. */
export interface AppEvent {
  type: string;
  appId: string | null;
  ownerId: string | null;
  payload: unknown;
  createdAt: Date;
}

const days = z.object({ from: z.iso.date(), to: z.iso.date() });
const changedObject = z.object({ object: z.object({ updatedAt: z.coerce.date() }) });

/** Transactions that were open for this long are still seen: a record is read by the time at which it was changed. */
const overlapMs = 15 * 60_000;

/**
 * Enqueues the posting of records that events announce, for accounts that have switched automatic posting on. The event only
 * says that something changed; the job reads what is there. So duplicate, late and reordered events do no harm.
 */
export async function postOnAppEvents(ctx: HubContext, events: readonly AppEvent[]): Promise<void> {
  const changes = events.flatMap((event) => {
    const appId = appOf(event);
    return appId === null || event.ownerId === null ? [] : [{ event, ownerId: event.ownerId, appId }];
  });
  if (changes.length === 0) return;
  await asSystem(ctx.em, async (em) => {
    const owners = changes.map(({ ownerId }) => ownerId);
    const apps = changes.map(({ appId }) => appId);
    const wanted = new Set(
      (await findAutoPostings(em, owners, apps)).map((row) => `${row.ownerId} ${row.app}`),
    );
    for (const { event, ownerId, appId } of changes) {
      const key = `${ownerId} ${appId}`;
      if (!wanted.has(key)) continue;
      const range = event.type === "ledger.changed" ? days.safeParse(event.payload).data : undefined;
      const since = earliestChange(event);
      const change = range ?? { changedSince: since };
      const singletonKey = range ? `${key} ${range.from} ${range.to}` : `${key} ${since}`;
      await enqueue(em, postRecordsQueue, { ownerId, appId, ...change }, { singletonKey });
    }
  });
}

/** Enqueues the posting of what changed in two days, for every account that has switched automatic posting on. */
export async function enqueueCatchUp(ctx: HubContext): Promise<void> {
  const changedSince = new Date(ctx.clock.now().getTime() - 48 * 3_600_000).toISOString();
  await asSystem(ctx.em, async (em) => {
    for (const { ownerId, app: appId } of await listAllAutoPostings(em))
      await enqueue(
        em,
        postRecordsQueue,
        { ownerId, appId, changedSince },
        { singletonKey: `${ownerId} ${appId}` },
      );
  });
}

/** The app whose records an event may have changed; null for other events. */
function appOf({ type, appId }: AppEvent): string | null {
  if (type === "ledger.changed") return appId;
  if (type === "credits.purchased" || type === "credits.reversed") return "central";
  if (type.startsWith("booking.")) return "event-manager";
  return type.startsWith("invoice.") && type !== "invoice.delivery_failed" ? "invoicer" : null;
}

/** To the hour, so that one waiting job serves all events of it. */
function earliestChange({ payload, createdAt }: AppEvent): string {
  const changedAt = changedObject.safeParse(payload).data?.object.updatedAt ?? createdAt;
  const earliest = Math.min(createdAt.getTime(), changedAt.getTime()) - overlapMs;
  const hour = 3_600_000;
  return new Date(Math.floor(earliest / hour) * hour).toISOString();
}
