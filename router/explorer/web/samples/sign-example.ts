import type { OperationDocs } from "../../data/docs.types.ts";

/**
 * The operation with an example that is signed now, where it is a webhook that the demo's secret signs: a signature is valid
 * for 5 minutes. Unchanged where Web Crypto is not available, for example over plain HTTP from another machine.
 */
export async function signedNow(docs: OperationDocs, now = new Date()): Promise<OperationDocs> {
  const { example } = docs;
  const { body, signature } = example?.input ?? {};
  if (typeof crypto.subtle === "undefined" || !example?.signingSecret) return docs;
  if (typeof body !== "string" || typeof signature !== "string") return docs;
  const fresh = await signatureOf(body, example.signingSecret, now);
  const text = JSON.stringify(example).replaceAll(signature, fresh);
  return { ...docs, example: JSON.parse(text) as typeof example };
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
async function signatureOf(body: string, secret: string, now: Date): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
  const seconds = Math.floor(now.getTime() / 1000);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(`${seconds}.${body}`)));
  return `t=${seconds},v1=${[...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
