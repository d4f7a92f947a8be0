import { keyScopes } from "../../../src/access/scopes.ts";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { createAccount, createKey } from "../support/people.ts";

type Input = Record<string, unknown>;

/** An account of its own that takes bookings, and acts by tools alone. */
export interface Scheduler {
  ownerId: string;
  headers: Record<string, string>;
  /** Calls a tool; must succeed. */
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  act(name: string, input?: Input): Promise<any>;
  /** Calls a tool, whatever it answers. */
  ask(name: string, input?: Input): Promise<Answer>;
  /** The same account at another moment. */
  at(moment: string): Scheduler;
}

/** The moment at which schedulers act: a Monday in January, before the working day. */
const monday = "2026-01-05T06:00:00.000Z";

/** A new account with credits, which has nothing yet. */
export async function createScheduler(app: TestApp, credits = 500): Promise<Scheduler> {
  const ownerId = await createAccount(app, credits);
  return schedulerAt(app, ownerId, await createKey(app, ownerId, keyScopes), monday);
}

function schedulerAt(app: TestApp, ownerId: string, key: Record<string, string>, moment: string): Scheduler {
  const headers = { "x-app-id": "event-manager", "x-test-clock": moment, ...key };
  const ask = (name: string, input: Input = {}) =>
    app.tool(name, input, { ...headers, "idempotency-key": newId("key") });
  return {
    ownerId,
    headers,
    ask,
    act: async (name, input) => {
      const { status, body } = await ask(name, input);
      if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    at: (other) => schedulerAt(app, ownerId, key, other),
  };
}

/** A service of an hour with providers who work on weekdays from nine to five, in London's time zone by default. */
export async function openService(
  { act }: Scheduler,
  service: Input = {},
  { providers = 1, timezone = "Europe/London", from = "09:00", to = "17:00" } = {},
): Promise<{ serviceId: string; providerIds: string[] }> {
  const made = await act("create_service", {
    name: "Haircut",
    durationMin: 60,
    price: 40,
    timezone,
    ...service,
  });
  const providerIds: string[] = [];
  for (let index = 0; index < providers; index++) {
    const provider = await act("create_provider", { name: `Provider ${index}`, timezone });
    const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }));
    await act("set_weekly_hours", { providerId: provider.id, intervals, effectiveFrom: "2025-01-01" });
    providerIds.push(provider.id);
  }
  await act("set_service_providers", { serviceId: made.id, providerIds });
  return { serviceId: made.id, providerIds: providerIds.sort() };
}
