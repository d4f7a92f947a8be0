import type { SessionFacts } from "../../session.types.ts";
import { createSignal } from "../state/signal.ts";
import { readEvents } from "./event-stream.ts";
import { nobody, type Identity } from "./identity.ts";
import { begin, outcomeOf, recordCall, send, type Answer, type DoorName } from "./send.ts";
import { accountHeaders, followIdentity } from "./account.ts";
import { readMeta, type CallMeta } from "./meter.ts";
import { rememberedIdentity, rememberIdentity } from "./remembered-identity.ts";

/** An error of a GraphQL answer. */
export interface GraphqlFault {
  message: string;
  path?: readonly (string | number)[];
  locations?: readonly { line: number; column: number }[];
  extensions?: {
    code?: string;
    details?: Readonly<Record<string, unknown>>;
    http?: { status?: number };
  } & Record<string, unknown>;
}

export interface GraphqlAnswer<T> {
  data?: T | null;
  errors?: readonly GraphqlFault[];
  extensions?: Record<string, unknown>;
  meta: CallMeta;
  headers: Answer["headers"];
}

export interface CallSettings {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  operationName?: string | undefined;
  /** Identity to use instead of the selected one. */
  as?: Identity;
  /** True for requests of the page itself, which are not in the list of the user's requests. */
  isQuiet?: boolean;
  /** True for reads that the page sends without a click of the visitor. */
  isPageRead?: boolean;
}

/** Available identities, the anonymous one first. Kept in memory only. */
const identities = createSignal<readonly Identity[]>([nobody]);
/** Selected identity. */
const identity = createSignal<Identity>(nobody);
/** Facts of the server. Null until they are loaded. */
const facts = createSignal<SessionFacts | null>(null);

let loading: Promise<void> | null = null;

/** Waits until the identities are loaded. A previous selection stays. */
function ready(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const response = await fetch("/explorer/session.json", { cache: "no-store" }).catch(() => null);
  if (!response?.ok) {
    // There are no identities while the platform starts. The next request loads them again.
    loading = null;
    return;
  }
  const known = (await response.json()) as SessionFacts;
  facts.set(known);
  identities.set([nobody, ...known.identities]);
  const last = identities.value.find(({ id }) => id === rememberedIdentity());
  const first = last ?? known.identities.find(({ id }) => id === "pia") ?? known.identities[0];
  if (identity.value === nobody && first) select(first);
}

/** Selects the identity with this ID. */
function actAs(id: string): void {
  const found = identities.value.find((candidate) => candidate.id === id);
  if (found) select(found);
}

/** Adds and selects an identity by a pasted token or key. It is kept in memory only. */
function paste(credential: string): void {
  const text = credential.trim().replace(/^Bearer +/i, "");
  const kind = text.startsWith("hub_") ? "apiKey" : text.startsWith("hubsa_") ? "serviceAccount" : "user";
  const names = { apiKey: "Pasted API key", serviceAccount: "Pasted service account", user: "Pasted token" };
  const pasted: Identity = {
    ...nobody,
    id: `pasted-${identities.value.length}`,
    name: `${names[kind]} …${text.slice(-4)}`,
    kind,
    credential: text,
    isDemo: false,
    isKnown: false,
  };
  identities.set([...identities.value, pasted]);
  select(pasted);
}

function select(next: Identity): void {
  void followIdentity(next);
  rememberIdentity(next);
  identity.set(next);
}

/** Sends a document unchanged: trusted documents are identified by the hash of their text. */
async function graphql<T = Record<string, unknown>>(
  document: string,
  variables: Record<string, unknown> = {},
  { headers = {}, signal, operationName, as, isQuiet = false, isPageRead = false }: CallSettings = {},
): Promise<GraphqlAnswer<T>> {
  await ready();
  const caller = as ?? identity.value;
  const {
    body,
    meta,
    headers: received,
  } = await send(
    {
      door: "graphql",
      title: titleOf(document, operationName),
      method: "POST",
      path: "/graphql",
      headers: {
        accept: "application/graphql-response+json, application/json;q=0.9",
        ...accountHeaders(caller),
        ...headers,
      },
      body: { query: document, variables, ...(operationName === undefined ? {} : { operationName }) },
      signal,
      isQuiet,
      isPageRead,
    },
    caller,
  );
  const answer = typeof body === "object" && body !== null ? (body as Omit<GraphqlAnswer<T>, "meta">) : {};
  return { ...answer, headers: received, meta };
}

/** Calls a REST path. `body` is sent as JSON. */
async function rest(
  method: string,
  path: string,
  { body, headers, signal, as, door = "rest" }: CallSettings & { body?: unknown; door?: DoorName } = {},
): Promise<Answer> {
  await ready();
  const [title] = path.split("?");
  const caller = as ?? identity.value;
  const sent = { ...accountHeaders(caller), ...headers };
  return send({ door, title: `${method} ${title!}`, method, path, headers: sent, body, signal }, caller);
}

/** Calls an agent tool as plain JSON. The person who presses the button is the one who confirms. */
async function tool(
  name: string,
  args: Record<string, unknown>,
  { headers, signal, as }: CallSettings = {},
): Promise<Answer> {
  await ready();
  const path = `/tools/${encodeURIComponent(name)}/call`;
  const caller = as ?? identity.value;
  return send(
    {
      door: "tool",
      title: name,
      method: "POST",
      path,
      headers: { ...accountHeaders(caller), ...headers },
      body: { arguments: args, confirm: true },
      signal,
    },
    caller,
  );
}

/**
 * Opens a subscription over server-sent events and passes on its results. Ends when the server completes
 * it or the signal is aborted. Returns the initial response and how the stream ended.
 */
async function subscribe(
  document: string,
  variables: Record<string, unknown>,
  { next, headers = {}, signal, operationName, as }: CallSettings & { next(result: unknown): void },
): Promise<CallMeta> {
  await ready();
  const caller = as ?? identity.value;
  const startedAt = performance.now();
  const title = titleOf(document, operationName);
  const body = { query: document, variables, ...(operationName === undefined ? {} : { operationName }) };
  const response = await begin(
    {
      door: "graphql",
      title,
      method: "POST",
      path: "/graphql",
      headers: { accept: "text/event-stream", ...accountHeaders(caller), ...headers },
      body,
      signal,
    },
    caller,
  );
  const meta = () => readMeta(response.status, response.headers, performance.now() - startedAt);
  let outcome = response.status;
  try {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      next(await response.json());
    } else {
      for await (const { event, data } of readEvents(response.body!)) {
        if (event === "complete") break;
        const result = JSON.parse(data) as unknown;
        outcome = outcomeOf(result) ?? outcome;
        next(result);
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  recordCall({ ...meta(), door: "graphql", title, as: caller.name, outcome });
  return meta();
}

function titleOf(document: string, operationName: string | undefined): string {
  return operationName ?? /\b(?:query|mutation|subscription)\s+(\w+)/.exec(document)?.[1] ?? "GraphQL";
}

/** Session of this page: the selected identity, and requests through every door. */
export const session = { identities, identity, facts, ready, actAs, paste, graphql, rest, tool, subscribe };
