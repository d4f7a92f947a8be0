/** Where the carrier asks what to say, passes on what was said, and tells how a call stands. */
export function carrierUrl(
  publicUrl: string,
  kind: "voice" | "speech" | "status",
  callId: string,
  turn?: number | string,
): string {
  return `${publicUrl}/carrier/${kind}/${callId}${turn === undefined ? "" : `/${turn}`}`;
}
