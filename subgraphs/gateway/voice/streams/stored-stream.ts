/** Transport of a call: turn by turn, or over a stream of audio. */
export type Transport = "turns" | "stream";

/** The stream of a call: offered to the carrier, open, or over. A stream that was lost is not opened again. */
export interface StoredStream {
  tokenHash: string;
  status: "offered" | "open" | "closed";
  streamSid: string | null;
}
