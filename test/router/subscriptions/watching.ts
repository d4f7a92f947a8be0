import { onTestFinished } from "vitest";
import { readEvents, type ServerEvent } from "../../../src/http/event-stream.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import type { Person } from "../../gateway/support/people.ts";
import { newId } from "../../../src/ids.ts";

export const watchBalance = /* GraphQL */ `
  subscription ($appId: ID!) {
    creditBalanceChanged(appId: $appId) {
      balance
    }
  }
`;

/** The same, with fields that two other subgraphs have. */
export const watchMore = /* GraphQL */ `
  subscription ($appId: ID!) {
    changed: creditBalanceChanged(appId: $appId) {
      balance
      owner {
        id
        recentInvoices(first: 1) {
          status
        }
        savedProperties(first: 1) {
          propertyId
        }
      }
    }
  }
`;

export const central = { appId: "central" };

/** Who waits for events in this process. */
export function watchers(app: TestApp): number {
  return (app.running.platform.contextIn("hub") as HubContext).ports.events.size;
}

/** Spends credits as the person, through the REST door. */
export async function consume(app: TestApp, person: Person, amount: number): Promise<void> {
  const { "x-app-id": _, ...headers } = person.headers;
  const body = { appId: "central", amount, description: "Test", referenceId: newId("ref") };
  const answer = await app.post("/credits/consume", body, headers);
  if (answer.status !== 200) throw new Error(`consume answered ${answer.status}: ${answer.text}`);
}

/** Headers that act as the person in no app in particular. */
export function credentials({ headers }: Person): { authorization: string } {
  return { authorization: headers["authorization"]! };
}

/** An SSE response of `/graphql`, read as it arrives; closed when the test ends. */
export interface OpenEvents {
  status: number;
  headers: Headers;
  /** The next event, or null after the last. */
  next(): Promise<ServerEvent | null>;
  /** The next result. */
  result(): Promise<{ data?: unknown; errors?: { message: string; extensions: { code: string } }[] }>;
  hangUp(): void;
}

export async function openEvents(
  url: string,
  params: { query: string; variables?: object },
  headers: Record<string, string> = {},
): Promise<OpenEvents> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify(params),
    signal: abort.signal,
  });
  const events = readEvents(response.body as unknown as AsyncIterable<Buffer>);
  const next = async () => {
    const { done, value } = await events.next();
    return done ? null : value;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    result: async () => {
      const event = await next();
      if (event?.event !== "next") throw new Error(`expected a result, got ${JSON.stringify(event)}`);
      return JSON.parse(event.data) as never;
    },
    hangUp: () => abort.abort(),
  };
}
