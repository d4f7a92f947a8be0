import type { Logger } from "pino";
import { emitEvent } from "../../../src/db/outbox.ts";
import { newId } from "../../../src/ids.ts";
import type { EventEffect, EventOutcome } from "../../../subgraphs/hub/processor/event-effect.ts";
import { receiveEvent } from "../../../subgraphs/hub/processor-events/receive-event.service.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { HubApp } from "../support/hub-app.ts";
import { processorWebhookSecret } from "../support/hub-ports.ts";
import { eventBody, signatureOf, type EventFacts } from "./signed-events.ts";

/** An effect of two writes, which are counted by the event's object. */
export function twoWrites(
  type: string,
  behaviour: { read?: () => Promise<unknown>; outcome?: () => EventOutcome } = {},
): EventEffect {
  return {
    types: [type],
    read: async () => (await behaviour.read?.()) ?? "snapshot",
    apply: async (_ctx, em, event, snapshot) => {
      const outcome = behaviour.outcome?.() ?? "processed";
      if (outcome !== "processed") return outcome;
      for (const half of ["first", "second"]) {
        const objectId = String(event.object["id"]);
        const payload = { snapshot, half };
        await emitEvent(em, { type: "test.effect", objectId, appId: null, ownerId: null, payload });
      }
      return outcome;
    },
  };
}

/** Names that no other test has. */
export function newFacts(): Required<Pick<EventFacts, "id" | "type" | "object">> {
  return { id: newId("evt"), type: "test.happened", object: { id: newId("obj") } };
}

/** One delivery of an event, at this moment. */
export function deliver(
  app: HubApp,
  facts: EventFacts,
  { effects, at = new Date(), log = silentLog }: { effects: readonly EventEffect[]; at?: Date; log?: Logger },
) {
  const body = eventBody(facts);
  const signature = signatureOf(body, processorWebhookSecret, { at });
  return receiveEvent(app.contextFor(null, { at, log }), { body, signature }, effects);
}

export interface StoredEvent {
  status: string;
  attempts: number;
  retries: number;
  last_error: string | null;
  next_attempt_at: Date | null;
  processed_at: Date | null;
}

export async function storedEvent(app: HubApp, id: string): Promise<StoredEvent | null> {
  const [row] = await app.database.query<StoredEvent>(
    `SELECT status, attempts, retries, last_error, next_attempt_at, processed_at FROM hub.processor_events WHERE event_id = $1`,
    [id],
  );
  return row ?? null;
}

/** How many writes the effects on an object have left. */
export async function writesOn(app: HubApp, objectId: unknown): Promise<number> {
  const sql =
    "SELECT count(*)::int AS n FROM hub.outbox_events WHERE type = 'test.effect' AND object_id = $1";
  return (await app.database.query<{ n: number }>(sql, [objectId]))[0]!.n;
}
