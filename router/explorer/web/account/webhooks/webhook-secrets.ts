import { createSignal } from "../../state/signal.ts";

/** Signing secrets that this page received, by endpoint. Kept in memory only. */
export const webhookSecrets = createSignal<ReadonlyMap<string, string>>(new Map());

/** Stores the secret of an endpoint for signature checks. */
export function rememberSecret(endpointId: string, secret: string): void {
  webhookSecrets.set(new Map([...webhookSecrets.value, [endpointId, secret]]));
}
