import { createHmac } from "node:crypto";

/** The header `Stripe-Signature` of a body: HMAC-SHA256 of `<unix seconds>.<body>`, in hex. */
export function signWebhook(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return `t=${t},v1=${v1}`;
}
