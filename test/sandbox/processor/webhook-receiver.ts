import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { expect, onTestFinished } from "vitest";
import { until } from "../../support/poll.ts";
import { checkPublishedEvent } from "./published-shape.ts";

export interface WebhookReceiver {
  target: { url: string; secret: string };
  /**
   * Received events, oldest first. Each was checked: its signature by the SDK, its shape by the published
   * document.
   */
  events: Stripe.Event[];
  /** Statuses of the next responses; 200 when the list is empty. */
  answers: number[];
  types(): string[];
  /** Waits for this total number of events. */
  received(count: number): Promise<Stripe.Event[]>;
}

/** A webhook endpoint, closed when the running test ends. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const secret = "whsec_test_receiver";
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const faults: unknown[] = [];
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    const signature = request.headers["stripe-signature"] as string;
    const event = await Stripe.webhooks.constructEventAsync(body, signature, secret);
    faults.push(...checkPublishedEvent(JSON.parse(body) as never));
    events.push(event);
  };
  const server = createServer((request, response) => {
    void receive(request)
      .catch((thrown: unknown) => faults.push(thrown))
      .finally(() => response.writeHead(answers.shift() ?? 200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(faults).toEqual([]);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments/processor/webhook`;
  return {
    target: { url, secret },
    events,
    answers,
    types: () => events.map(({ type }) => type),
    received: (count) => until(`${count} webhooks`, () => events.length >= count && events),
  };
}
