import type { ChannelListener } from "../db/channel-listener.ts";
import { WakeUps } from "../concurrency/stream.ts";
import { eventChannel } from "./event-bus.ts";

/** Which events wake a subscriber: those of one type about one owner in one app. */
export interface EventTopic {
  type: string;
  ownerId: string;
  appId: string;
}

/**
 * Wakes the subscribers of this process when an event that they wait for was committed, in this process or
 * another. Subscribers read the data themselves, so several events before a read count as one, and a slow
 * reader costs no memory. After a gap in the notifications all subscribers are woken.
 */
export class EventFanOut {
  readonly #topics = new Map<string, Set<WakeUps>>();
  readonly #stop: () => void;

  constructor(listener: ChannelListener) {
    this.#stop = listener.listen(
      eventChannel,
      (notice) => this.#notify(notice),
      () => this.#wakeAll(),
    );
  }

  /** How many subscribers there are. */
  get size(): number {
    return [...this.#topics.values()].reduce((sum, subscribers) => sum + subscribers.size, 0);
  }

  /** Wake-ups for a topic; the first is immediate. Return them to unsubscribe. */
  open(topic: EventTopic): WakeUps {
    const name = nameOf(topic);
    const subscribers = this.#topics.get(name) ?? new Set<WakeUps>();
    this.#topics.set(name, subscribers);
    const wakeUps: WakeUps = new WakeUps({
      isDue: true,
      onEnd: () => {
        subscribers.delete(wakeUps);
        if (subscribers.size === 0 && this.#topics.get(name) === subscribers) this.#topics.delete(name);
      },
    });
    subscribers.add(wakeUps);
    return wakeUps;
  }

  /** Ends all subscribers. */
  close(): void {
    this.#stop();
    for (const subscribers of this.#topics.values()) {
      for (const wakeUps of subscribers) void wakeUps.return();
    }
  }

  #notify(notice: string): void {
    if (this.#topics.size === 0) return;
    const topic = JSON.parse(notice) as { [Key in keyof EventTopic]: string | null };
    for (const wakeUps of this.#topics.get(nameOf(topic)) ?? []) wakeUps.wake();
  }

  #wakeAll(): void {
    for (const subscribers of this.#topics.values()) for (const wakeUps of subscribers) wakeUps.wake();
  }
}

function nameOf({ type, ownerId, appId }: { [Key in keyof EventTopic]: string | null }): string {
  return JSON.stringify([type, ownerId, appId]);
}
