import { createSignal } from "../../state/signal.ts";

/** Signing secrets that this page was shown, by endpoint; forgotten with the page. */
export const webhookSecrets = createSignal<ReadonlyMap<string, string>>(new Map());

/** Remembers the secret of an endpoint for checking signatures. */
export function rememberSecret(endpointId: string, secret: string): void {
  webhookSecrets.set(new Map([...webhookSecrets.value, [endpointId, secret]]));
}
