import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { DomainError } from "../errors.ts";
import { parseVendorJson } from "../vendor-json.ts";

/** An event of the processor, its signature checked. */
export interface ProcessorEvent {
  id: string;
  type: string;
  createdAt: Date;
  livemode: boolean;
  /** Connected account that the event is about. Omitted for events of the platform's own account. */
  account?: string;
  /** The processor's object as sent; read ids and metadata of it, and the rest from the processor. */
  object: Record<string, unknown>;
  /** Previous values of changed fields, when the processor sends them. */
  previous?: Record<string, unknown>;
}

/** How old a signature may be. */
const toleranceSeconds = 300;
/** More than any rotation has; further signatures are ignored. */
const maxSignatures = 20;

/** The year 2200, in seconds: no event of ours is made later. */
const latestCreated = 7_258_118_400;

const eventSchema = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.literal("event"),
  type: z.string().regex(/^[a-z0-9_.]{1,200}$/),
  created: z.number().int().nonnegative().max(latestCreated),
  livemode: z.boolean(),
  account: z
    .string()
    .regex(/^acct_\w{1,250}$/)
    .nullish(),
  data: z.object({
    object: z.record(z.string(), z.unknown()),
    previous_attributes: z.record(z.string(), z.unknown()).nullish(),
  }),
});

/**
 * The event in a body that one of `secrets` has signed: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, any `v1` of
 * several, other schemes passed over, at most 300 seconds old. Compared in constant time. Throws 400 INVALID_SIGNATURE,
 * and INVALID_JSON or VALIDATION_ERROR for a signed body that is no event.
 */
export function openSignedEvent(
  body: string,
  signature: string | null,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): ProcessorEvent {
  const { timestamp, signatures } = readHeader(signature);
  const ageSeconds = Math.floor(now.getTime() / 1000) - timestamp;
  if (body === "" || !(ageSeconds <= toleranceSeconds)) throw invalidSignature();
  const expected = secrets.map((secret) =>
    createHmac("sha256", secret).update(`${timestamp}.${body}`, "utf8").digest(),
  );
  let matches = 0;
  for (const given of signatures) {
    for (const wanted of expected) if (timingSafeEqual(given, wanted)) matches++;
  }
  if (matches === 0) throw invalidSignature();
  return readEvent(body);
}

/** The event of a body whose signature was checked when it arrived. */
export function readEvent(body: string): ProcessorEvent {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success)
    throw new DomainError(
      "VALIDATION_ERROR",
      "The body is not an event. Send an event of the payment processor.",
      {
        fields: [],
      },
    );
  const { id, type, created, livemode, account, data } = parsed.data;
  const previous = data.previous_attributes ? { previous: data.previous_attributes } : {};
  const createdAt = new Date(created * 1000);
  return { id, type, createdAt, livemode, object: data.object, ...(account ? { account } : {}), ...previous };
}

function readHeader(header: string | null): { timestamp: number; signatures: Buffer[] } {
  let timestamp = NaN;
  const signatures: Buffer[] = [];
  for (const part of (header ?? "").split(",")) {
    const [scheme, value = "", ...rest] = part.trim().split("=");
    if (rest.length > 0) continue;
    if (scheme === "t" && /^\d{1,12}$/.test(value)) timestamp = Number(value);
    const isSignature = scheme === "v1" && /^[0-9a-f]{64}$/.test(value);
    if (isSignature && signatures.length < maxSignatures) signatures.push(Buffer.from(value, "hex"));
  }
  return { timestamp, signatures };
}

function parseJson(body: string): unknown {
  try {
    return parseVendorJson(body);
  } catch {
    throw new DomainError(
      "INVALID_JSON",
      "The body must be valid JSON. Send an event of the payment processor.",
    );
  }
}

function invalidSignature(): DomainError {
  return new DomainError(
    "INVALID_SIGNATURE",
    "The signature is missing, expired or does not match the body. Sign the exact bytes of the body.",
  );
}
