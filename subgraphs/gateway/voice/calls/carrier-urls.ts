/** What a carrier asks about a call, or reports of it. */
export type CarrierHookKind = "voice" | "speech" | "status" | "transfer";

/** URLs at which the carrier fetches the text of a call, posts the callee's replies, and reports call status. */
export function carrierUrl(
  publicUrl: string,
  kind: CarrierHookKind,
  callId: string,
  turn?: number | string,
): string {
  return `${publicUrl}/carrier/${kind}/${callId}${turn === undefined ? "" : `/${turn}`}`;
}
