/** URLs at which the carrier fetches the text of a call, posts the callee's replies, and reports call status. */
export function carrierUrl(
  publicUrl: string,
  kind: "voice" | "speech" | "status",
  callId: string,
  turn?: number | string,
): string {
  return `${publicUrl}/carrier/${kind}/${callId}${turn === undefined ? "" : `/${turn}`}`;
}
