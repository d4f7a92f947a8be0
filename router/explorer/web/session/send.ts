import { createSignal } from "../state/signal.ts";
import { credentialHeader, type Identity } from "./identity.ts";
import { readMeta, type CallMeta } from "./meter.ts";

export type DoorName = "graphql" | "rest" | "tool";

/** Log entry of one request of the explorer, without credential, input and response. */
export interface CallRecord extends CallMeta {
  door: DoorName;
  /** Operation, route or tool. */
  title: string;
  /** Identity of the request. */
  as: string;
  /** Status of the outcome. For GraphQL it comes from the errors. */
  outcome: number;
}

/** A call to be made. */
export interface Outgoing {
  door: DoorName;
  title: string;
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Excluded from the list of latest requests. */
  isQuiet?: boolean;
  /** True for a read that the page sends without a click: it uses nothing of the visitor's quota. */
  isPageRead?: boolean;
}

/** Response. The body is parsed if it is JSON, else text. */
export interface Answer {
  body: unknown;
  text: string;
  headers: readonly (readonly [string, string])[];
  meta: CallMeta;
}

const keptCalls = 20;

/** As `page-reads.ts` of the router names it. */
const pageReadHeader = "x-explorer-read";

/** The last calls of this page, newest first. */
export const lastCalls = createSignal<readonly CallRecord[]>([]);

/** Adds a request to the list of latest requests. */
export function recordCall(record: CallRecord): void {
  lastCalls.set([record, ...lastCalls.value].slice(0, keptCalls));
}

/** Sends a request as an identity. Throws when the server cannot be reached or the signal is aborted. */
export async function begin(outgoing: Outgoing, identity: Identity): Promise<Response> {
  const credential = credentialHeader(identity);
  const headers = {
    ...(outgoing.body === undefined ? {} : { "content-type": "application/json" }),
    ...(credential ? { [credential[0]]: credential[1] } : {}),
    ...(outgoing.isPageRead ? { [pageReadHeader]: "1" } : {}),
    ...outgoing.headers,
  };
  return fetch(outgoing.path, {
    method: outgoing.method,
    headers,
    credentials: "same-origin",
    cache: "no-store",
    ...(outgoing.body === undefined ? {} : { body: JSON.stringify(outgoing.body) }),
    ...(outgoing.signal ? { signal: outgoing.signal } : {}),
  });
}

/** Sends a request as an identity, reads the response and logs it. */
export async function send(outgoing: Outgoing, identity: Identity): Promise<Answer> {
  const startedAt = performance.now();
  const response = await begin(outgoing, identity);
  const text = await response.text();
  const meta = readMeta(response.status, response.headers, performance.now() - startedAt);
  const body = parse(text);
  const { door, title, isQuiet } = outgoing;
  const outcome = outcomeOf(body) ?? meta.status;
  if (!isQuiet) recordCall({ ...meta, door, title, as: identity.name, outcome });
  return { body, text, headers: [...response.headers], meta };
}

/** REST status of the first error in a GraphQL response. Null on success. */
export function outcomeOf(body: unknown): number | null {
  const { errors } = (body ?? {}) as { errors?: { extensions?: { http?: { status?: number } } }[] };
  if (!Array.isArray(errors) || errors.length === 0) return null;
  return errors[0]?.extensions?.http?.status ?? 400;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
