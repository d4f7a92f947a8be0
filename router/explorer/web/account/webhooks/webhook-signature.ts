/** What was signed, as its headers say (Standard Webhooks 1.0). */
export interface SignedMessage {
  id: string;
  timestamp: string;
  body: string;
}

/** The signature that a message has by a secret: `v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body`. */
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

/** Whether one of the signatures of the header is the message's by this secret. */
export async function isSignedBy(message: SignedMessage, header: string, secret: string): Promise<boolean> {
  const wanted = await signatureOf(message, secret);
  return header.split(" ").includes(wanted);
}

/** False where the browser gives pages no cryptography, as over plain http from another machine. */
export const canCheck = typeof crypto.subtle !== "undefined";
