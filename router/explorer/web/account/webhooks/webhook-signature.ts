/** Signed values of a webhook from its headers (Standard Webhooks 1.0). */
export interface SignedMessage {
  id: string;
  timestamp: string;
  body: string;
}

/** Calculates a message's signature: `v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body`. */
export async function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = await crypto.subtle.sign(
    "HMAC",
    key,
    new TextEncoder().encode(`${id}.${timestamp}.${body}`),
  );
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`;
}

/** Whether the header contains the message's signature for this secret. */
export async function isSignedBy(message: SignedMessage, header: string, secret: string): Promise<boolean> {
  const wanted = await signatureOf(message, secret);
  return header.split(" ").includes(wanted);
}

/** False if Web Crypto is not available, for example over plain HTTP from another machine. */
export const canCheck = typeof crypto.subtle !== "undefined";
