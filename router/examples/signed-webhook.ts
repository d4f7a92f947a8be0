import { signWebhook } from "../../src/crypto/webhook-signature.ts";
import type { ExampleRow } from "./example.types.ts";

/** The example of a webhook that a service of the sandbox sends, with a signature of the moment. */
export function signedWebhook(signingSecret: string, event: object): ExampleRow {
  const body = JSON.stringify(event);
  return { input: () => ({ body, signature: signWebhook(body, signingSecret, new Date()) }), signingSecret };
}
