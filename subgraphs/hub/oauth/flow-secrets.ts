import type { KeyRing } from "../../../src/crypto/crypto.ts";
import type { FlowSecrets } from "./oauth.port.ts";

/** Seals an authorization's secrets for its row. */
export function sealFlowSecrets(keyRing: KeyRing, flowId: string, secrets: FlowSecrets): string {
  return keyRing.seal(JSON.stringify(secrets), flowPlace(flowId));
}

export function openFlowSecrets(keyRing: KeyRing, flowId: string, sealed: string): FlowSecrets {
  return JSON.parse(keyRing.open(sealed, flowPlace(flowId))) as FlowSecrets;
}

export function flowPlace(flowId: string): string {
  return `oauth:${flowId}:secrets`;
}
