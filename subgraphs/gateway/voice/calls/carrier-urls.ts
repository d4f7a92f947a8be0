/** What a carrier asks about a call, or reports of it. */
type CallHookKind =
  | "voice"
  | "speech"
  | "status"
  | "transfer"
  | "whisper"
  | "recording"
  | "streamed"
  | "queue-wait"
  | "queue-key"
  | "queue-left"
  | "queue-person";
/** What a carrier reports of a number's calls, which we may not know yet. */
export type NumberHookKind = "inbound" | "inbound-status";
/** What the stream of a call's audio asks, with the token of the call instead of a signature. */
export type StreamHookKind = "stream-open" | "stream-speech" | "stream-machine" | "stream-close";
export type CarrierHookKind = CallHookKind | NumberHookKind | StreamHookKind;

/** WebSocket URL of a call's stream of audio. */
export function streamUrl(publicUrl: string, callId: string): string {
  return `${publicUrl.replace(/^http/, "ws")}/carrier/media/${callId}`;
}

/** URLs at which the carrier fetches the text of a call, posts the callee's replies, and reports call status. */
export function carrierUrl(
  publicUrl: string,
  kind: CallHookKind,
  callId: string,
  turn?: number | string,
): string {
  return `${publicUrl}/carrier/${kind}/${callId}${turn === undefined ? "" : `/${turn}`}`;
}

/** URLs to which the carrier sends the calls of a number, and reports their end. */
export function inboundUrls(publicUrl: string): { voiceUrl: string; statusUrl: string } {
  return { voiceUrl: `${publicUrl}/carrier/inbound`, statusUrl: `${publicUrl}/carrier/inbound-status` };
}
