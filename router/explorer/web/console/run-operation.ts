import type { Identity } from "../session/identity.ts";
import type { CallMeta } from "../session/meter.ts";
import { outcomeOf } from "../session/send.ts";
import { session, type GraphqlFault } from "../session/session.ts";
import { readDocument, readHeaders, readObject } from "./read-document.ts";

/** Content of the console's editors. */
export interface Draft {
  document: string;
  variables: string;
  headers: string;
  /** Operation to run, where the document has several. */
  operationName: string | null;
}

/** Outcome of a run. */
export interface Outcome {
  /** Body of the answer, or the last result of a stream. */
  body: unknown;
  /** Every result of a stream, oldest first; null where it was none. */
  events: readonly { at: string; result: unknown }[] | null;
  headers: readonly (readonly [string, string])[];
  meta: CallMeta;
  /** Status of the first error, or of the answer. */
  status: number;
  fault: GraphqlFault | null;
  as: Identity;
  extensions: Record<string, unknown> | undefined;
}

/** Long streams keep only their newest results. */
const keptEvents = 200;

/**
 * Runs a draft as an identity. For a subscription, `show` receives the outcome after each event. Throws NotReadable,
 * and the errors of `fetch` when the server cannot be reached or the signal is aborted.
 */
export async function runDraft(
  draft: Draft,
  { as, signal, show }: { as: Identity; signal: AbortSignal; show(outcome: Outcome): void },
): Promise<Outcome> {
  const { operation, operations } = readDocument(draft.document, draft.operationName);
  const variables = readObject(draft.variables, "variables");
  const headers = readHeaders(draft.headers);
  const name = operations.length > 1 ? operation.name?.value : undefined;
  const settings = { as, signal, operationName: name };
  if (operation.operation === "subscription")
    return stream(draft.document, variables, { ...settings, headers, show });
  const {
    meta,
    headers: received,
    ...body
  } = await session.graphql(draft.document, variables, {
    ...settings,
    headers: { "x-query-plan": "1", ...headers },
  });
  return toOutcome({ body, events: null, headers: received, meta, as });
}

async function stream(
  document: string,
  variables: Record<string, unknown>,
  {
    show,
    ...settings
  }: {
    as: Identity;
    signal: AbortSignal;
    operationName: string | undefined;
    headers: Record<string, string>;
    show(outcome: Outcome): void;
  },
): Promise<Outcome> {
  let events: { at: string; result: unknown }[] = [];
  const startedAt = performance.now();
  const meanwhile: CallMeta = {
    status: 200,
    ms: 0,
    credits: null,
    limits: null,
    requestId: null,
    isReplay: false,
  };
  const outcome = (meta: CallMeta) =>
    toOutcome({ body: events.at(-1)?.result ?? null, events, headers: [], meta, as: settings.as });
  show(outcome(meanwhile));
  const meta = await session.subscribe(document, variables, {
    ...settings,
    next: (result) => {
      events = [...events, { at: new Date().toISOString(), result }].slice(-keptEvents);
      show(outcome({ ...meanwhile, ms: performance.now() - startedAt }));
    },
  });
  return outcome(meta);
}

function toOutcome(given: Pick<Outcome, "body" | "events" | "headers" | "meta" | "as">): Outcome {
  const { errors, extensions } = (given.body ?? {}) as {
    errors?: readonly GraphqlFault[];
    extensions?: Record<string, unknown>;
  };
  return {
    ...given,
    status: outcomeOf(given.body) ?? given.meta.status,
    fault: errors?.[0] ?? null,
    extensions,
  };
}
