import { newId } from "../../../src/ids.ts";
import type { GatewayApp, GraphAnswer } from "../support/gateway-app.ts";

type Input = Record<string, unknown>;

/** An enum value, which is no text in a GraphQL document. */
export class Word {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An account that takes bookings on the gateway alone, at a fixed moment. */
export interface BookingDesk {
  ownerId: string;
  /** Runs a mutation; must succeed. */
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  act(field: string, input: Input, selection?: string): Promise<any>;
  /** Runs a mutation, whatever it answers. */
  ask(field: string, input: Input, selection?: string, key?: string): Promise<GraphAnswer>;
  /** Runs a query; must succeed. */
  // oxlint-disable-next-line typescript/no-explicit-any
  read(field: string, args: Input, selection: string): Promise<any>;
  /** The same account at another moment. */
  at(moment: string): BookingDesk;
}

/** A new account on a Monday in January, before the working day. */
export function openDesk(
  app: GatewayApp,
  ownerId = newId("usr"),
  moment = "2026-01-05T06:00:00.000Z",
): BookingDesk {
  const run = (document: string, key: string | null = null) =>
    app.run(document, {}, { ownerId, at: new Date(moment), appId: "event-manager", idempotencyKey: key });
  const succeed = async (document: string, field: string) => {
    const { data, error } = await run(document);
    if (error) throw new Error(`${field} answered ${JSON.stringify(error)}`);
    return data[field];
  };
  const writing = (field: string, input: Input, selection: string) =>
    `mutation { ${field}(input: ${literal(input)}) { ${selection} } }`;
  return {
    ownerId,
    act: (field, input, selection = "id") => succeed(writing(field, input, selection), field),
    ask: (field, input, selection = "id", key = newId("key")) => run(writing(field, input, selection), key),
    read: (field, args, selection) => {
      const given = Object.entries(args).map(([name, value]) => `${name}: ${literal(value)}`);
      return succeed(`{ ${field}(${given.join(", ")}) { ${selection} } }`, field);
    },
    at: (other) => openDesk(app, ownerId, other),
  };
}

function literal(value: unknown): string {
  if (value instanceof Word) return value.text;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one)}`)
    .join(", ")}}`;
}

/** A service of an hour with providers who work every day from nine to five in London. */
export async function openDeskService(
  { act }: BookingDesk,
  { providers = 1, service = {} }: { providers?: number; service?: Input } = {},
): Promise<{ serviceId: string; providerIds: string[] }> {
  const timezone = "Europe/London";
  const hour = { name: "Massage", durationMin: 60, price: 40, timezone, ...service };
  const { id: serviceId } = await act("createService", hour);
  const providerIds: string[] = [];
  for (let index = 0; index < providers; index++) {
    const { id: providerId } = await act("createProvider", {
      name: `Provider ${index}`,
      timezone,
    });
    const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "09:00", to: "17:00" }));
    await act("setWeeklyHours", { providerId, intervals, effectiveFrom: "2025-01-01" }, "providerId");
    providerIds.push(providerId);
  }
  await act("setServiceProviders", { serviceId, providerIds });
  return { serviceId, providerIds: providerIds.sort() };
}
