import { AsyncLocalStorage } from "node:async_hooks";
import type { ProcessorClock } from "../clock.ts";
import type { ProcessorState } from "../state.ts";
import { newObjectId, type StoredEvent, type StoredObject } from "../stored-objects.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";

/** The API version of the stand-in: the one that the SDK pins. */
export const apiVersion = "2026-10-28.endive";

const maxEvents = 5_000;

/** The API request at work, which its events name. */
export const currentRequest = new AsyncLocalStorage<{ id: string; idempotencyKey: string | null }>();

/** Makes events, keeps the latest readable at `/v1/events`, and hands them to the delivery. */
export class EventLog {
  readonly #state: ProcessorState;
  readonly #clock: ProcessorClock;
  readonly #delivery: WebhookDelivery;

  constructor(state: ProcessorState, clock: ProcessorClock, delivery: WebhookDelivery) {
    this.#state = state;
    this.#clock = clock;
    this.#delivery = delivery;
  }

  /**
   * Emits an event about an object, which is copied in its current state. `previous` contains the old values of
   * changed fields.
   */
  emit(
    type: string,
    object: StoredObject | Record<string, unknown>,
    previous?: Record<string, unknown>,
  ): StoredEvent {
    const request = currentRequest.getStore();
    const { account } = this.#state;
    const event: StoredEvent = {
      id: newObjectId("evt"),
      ...(account === null ? {} : { account }),
      object: "event",
      api_version: apiVersion,
      created: this.#clock.seconds(),
      data: {
        object: structuredClone(object) as unknown as Record<string, unknown>,
        ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
      },
      livemode: false,
      pending_webhooks: this.#delivery.hasTarget(account) ? 1 : 0,
      request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
      type,
    };
    this.#state.add(event);
    this.#state.keepNewest("event", maxEvents);
    this.#delivery.send(event);
    return event;
  }

  /** Sends the events that an earlier run of the process had not delivered. */
  resume(): void {
    const undelivered = this.#state
      .owners()
      .flatMap((owner) =>
        this.#state.within(owner, () =>
          this.#state.list("event", ({ pending_webhooks }) => pending_webhooks > 0),
        ),
      );
    for (const event of undelivered.reverse()) this.#delivery.send(event);
  }
}
