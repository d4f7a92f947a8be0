/** The headers of a delivery that its signature needs. */
export interface WebhookHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/** The body of an event. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  apiVersion: string;
  appId: string | null;
  account: string;
  actor: { type: string; id: string } | null;
  sequence: number;
  data: {
    object: Record<string, unknown>;
    previous: Record<string, unknown> | null;
    truncated?: boolean;
  };
}

const prefix = "whsec_";
const encoder = new TextEncoder();

/** The signature is wrong, or its time is too far away. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/**
 * Verifies a delivery and returns its event. `body` is the body as it arrived, before any parsing. Throws
 * WebhookSignatureError for a wrong signature, and for a timestamp that is more than `toleranceSeconds` (300) away.
 */
export async function verifyWebhook(
  { body, headers, secret }: { body: string | Uint8Array; headers: Headers | WebhookHeaders; secret: string },
  { toleranceSeconds = 300, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const valueOf = (name: keyof WebhookHeaders) =>
    (headers instanceof Headers ? headers.get(name) : headers[name]) ?? "";
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const [id, timestamp] = [valueOf("webhook-id"), valueOf("webhook-timestamp")];
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookSignatureError("The timestamp of the webhook is too far away.");
  const message = encoder.encode(`${id}.${timestamp}.${text}`);
  const key = await keyOf(secret, "verify");
  for (const signature of valueOf("webhook-signature").split(" ")) {
    const [version, value = ""] = signature.split(",");
    const bytes = version === "v1" ? fromBase64(value) : null;
    // The comparison of WebCrypto takes the same time wherever the signatures differ.
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, message)))
      return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookSignatureError("No signature of the webhook is valid for this secret.");
}

/** The headers of a delivery, to test an endpoint of your own. */
export async function signWebhook(
  { id, body, secret }: { id: string; body: string; secret: string },
  now = Date.now(),
): Promise<WebhookHeaders> {
  const timestamp = String(Math.floor(now / 1000));
  const message = encoder.encode(`${id}.${timestamp}.${body}`);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret, "sign"), message));
  const signature = btoa(String.fromCodePoint(...bytes));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (!bytes || bytes.length === 0)
    throw new TypeError("The secret of a webhook endpoint starts with whsec_.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** Null for text that is not Base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return null;
  }
}
