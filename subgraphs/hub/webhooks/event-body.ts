/** The public form of events: the only place that builds webhook bodies. */
import type { EventActor } from "../../../src/access/acting.ts";

const apiVersion = "2.0.0";

/** Most bytes of a body. */
export const maxBodyBytes = 20 * 1024;

const maxStringLength = 500;

/** An event as a subgraph's outbox hands it over. */
export interface EmittedEvent {
  id: string;
  type: string;
  objectId: string;
  appId: string | null;
  ownerId: string | null;
  payload: unknown;
  sequence: number;
  createdAt: Date;
  /** Stored trace context; null or omitted when the event is not traced. */
  trace?: string | null;
  /** Who caused the event; null or omitted for the platform itself. */
  actor?: EventActor | null;
}

interface EventData {
  object: Record<string, unknown>;
  previous: Record<string, unknown> | null;
}

/**
 * The body of an event, at most 20 KB. A payload is the object that the event is about, or `{object, previous}` with
 * the changed fields' old values. `account` is whose event it is, `actor` the person or key that caused it, null for the
 * platform itself. An object that is too large is reduced to its plain fields, and `truncated` is true.
 * Secret fields are omitted at any depth. `sequence` increases with every event of the object.
 */
export function buildEventBody(event: EmittedEvent): string {
  const data = withoutSecrets(readData(event.payload)) as EventData;
  const short: EventData = { object: plainFields(data.object), previous: null };
  const bare: EventData = { object: { id: event.objectId }, previous: null };
  const bodies = [data, { ...short, truncated: true }, { ...bare, truncated: true }].map((candidate) =>
    JSON.stringify({
      id: event.id,
      type: event.type,
      timestamp: event.createdAt.toISOString(),
      apiVersion,
      appId: event.appId,
      account: event.ownerId,
      actor: event.actor ?? null,
      sequence: event.sequence,
      data: candidate,
    }),
  );
  return bodies.find((body) => Buffer.byteLength(body) <= maxBodyBytes)!;
}

function readData(payload: unknown): EventData {
  if (!isRecord(payload)) return { object: {}, previous: null };
  const { object, previous = null, ...others } = payload;
  const isWrapped = isRecord(object) && Object.keys(others).length === 0;
  if (!isWrapped) return { object: payload, previous: null };
  return { object, previous: isRecord(previous) ? previous : null };
}

function plainFields(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => typeof value !== "object" || value === null)
      .map(([name, value]) => [name, typeof value === "string" ? value.slice(0, maxStringLength) : value]),
  );
}

/** Field names that hold secrets. Last digits and previews have other names. */
const secretNames = new Set(
  [
    ..."tin ein ssn itin token accessToken refreshToken publicToken linkToken idToken clientSecret secret".split(
      " ",
    ),
    ..."webhookSecret password key apiKey keyHash accountNumber routingNumber iban paymentLink paymentToken".split(
      " ",
    ),
  ].map((name) => name.toLowerCase()),
);

/** Our own keys and secrets, under whatever name. */
const secretValue = /\b(hub_(live|test)|hubsa_live)_[0-9A-Za-z]{36}|\bwhsec_[0-9A-Za-z+/=]{20,}/;

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value === "string") return secretValue.test(value) ? "[removed]" : value;
  // An invalid date is null in JSON.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name.replaceAll("_", "").toLowerCase()))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
