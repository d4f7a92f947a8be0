import { createHmac } from "node:crypto";

/**
 * The signature that services send with a webhook: the time, and HMAC-SHA256 of `<unix seconds>.<body>` in hex, as the payment
 * processor does it.
 */
export function signWebhook(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return `t=${t},v1=${v1}`;
}
