import { sha256 } from "../../../src/crypto/crypto.ts";
import { Batches } from "../../../src/db/batches.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect } from "../processor/event-effect.ts";
import { eventEffects } from "./effects.ts";
import { keepEvents, payloadPlace, type EventStatus, type NewEventRow } from "./event.rows.ts";
import type { ReceivedProcessorEvent, ReceiveProcessorEventInput } from "./processor-events.types.ts";
import { pickUpAfterMs } from "./retry-schedule.ts";
import { runEvent } from "./run-event.service.ts";

/** Received events to be stored; concurrent ones share a statement (group commit). */
const arrivals = new Batches<{ em: HubContext["em"]; row: NewEventRow }, EventStatus | "new">((all) =>
  keepEvents(
    all[0]!.em,
    all.map(({ row }) => row),
  ),
);

/**
 * Receives an event of the processor: checks the signature, stores the event, and applies it. A stored event is never
 * lost: it is applied now, at a later delivery, or by our own schedule, and once. Throws INVALID_SIGNATURE; any other
 * error makes the processor deliver again.
 */
export async function receiveEvent(
  ctx: HubContext,
  { body, signature }: ReceiveProcessorEventInput,
  effects: readonly EventEffect[] = eventEffects,
): Promise<ReceivedProcessorEvent> {
  const now = ctx.clock.now();
  const event = ctx.ports.processor.openEvent(body, signature ?? null, now);
  const payload = {
    sha256: sha256(body).toString("hex"),
    sealed: ctx.ports.keyRing.seal(body, payloadPlace(event.id)),
  };
  const due = new Date(now.getTime() + pickUpAfterMs);
  const known = await arrivals.run(ctx.em, { em: ctx.em, row: { event, payload, now, due } });
  const isDone = known === "processed" || known === "ignored";
  const status = isDone ? "duplicate" : await applyNow(ctx, event, effects);
  ctx.ports.countProcessorEvent?.({ type: event.type, status });
  ctx.log.info({ eventId: event.id, eventType: event.type, status }, "Processor event");
  return { received: true, eventId: event.id, status };
}

async function applyNow(
  ctx: HubContext,
  event: ReturnType<HubContext["ports"]["processor"]["openEvent"]>,
  effects: readonly EventEffect[],
): Promise<ReceivedProcessorEvent["status"]> {
  try {
    return await runEvent(ctx, event, { reason: "delivery", effects });
  } catch (error) {
    ctx.ports.countProcessorEvent?.({ type: event.type, status: "failed" });
    // Whatever an effect threw, the processor is to deliver again: no refusal of ours is its fault.
    throw new Error("The event could not be applied.", { cause: error });
  }
}
