import { createHmac, timingSafeEqual } from "node:crypto";
import type { TaxBanditsCredentials } from "./access-token.ts";

type Signer = Pick<TaxBanditsCredentials, "clientId" | "clientSecret">;

/**
 * The `Signature` header of a webhook: HMAC-SHA-256 of `<client ID>\n<TimeStamp header>` with the client's secret, in base64
 * (developer.taxbandits.com, Validation of Webhook Requests). It covers the time and not the body, so that a body proves nothing.
 */
export function signTaxBanditsWebhook({ clientId, clientSecret }: Signer, timestamp: string): string {
  return createHmac("sha256", clientSecret).update(`${clientId}\n${timestamp}`, "utf8").digest("base64");
}

/** True when the headers come from the holder of the client's secret. */
export function isTaxBanditsWebhook(
  signer: Signer,
  { timestamp, signature }: { timestamp: string; signature: string },
): boolean {
  if (timestamp === "" || signature === "") return false;
  const wanted = Buffer.from(signTaxBanditsWebhook(signer, timestamp));
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
