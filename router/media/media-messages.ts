import { z } from "zod";
import { frameBytes } from "../../src/telephony/mulaw.ts";

/** A carrier's messages have some 300 characters. */
export const maxMessageChars = 16 * 1024;

const start = z.object({
  event: z.literal("start"),
  start: z.object({
    streamSid: z.string().regex(/^MZ[0-9a-f]{32}$/),
    callSid: z.string().regex(/^CA[0-9a-f]{32}$/),
    customParameters: z.object({ token: z.string().max(100) }),
    mediaFormat: z.object({
      encoding: z.literal("audio/x-mulaw"),
      sampleRate: z.literal(8_000),
      channels: z.literal(1),
    }),
  }),
});
const media = z.object({
  event: z.literal("media"),
  media: z.object({ track: z.literal("inbound").optional(), payload: z.string().max(8_192) }),
});
const mark = z.object({ event: z.literal("mark"), mark: z.object({ name: z.string().max(64) }) });
const plain = z.object({ event: z.enum(["connected", "stop", "dtmf"]) });

/** Messages of the carrier's media streams (Twilio, "Media Streams: WebSocket messages"). */
export type CarrierMessage =
  | { event: "start"; streamSid: string; callSid: string; token: string }
  | { event: "media"; audio: Buffer }
  | { event: "mark"; name: string }
  | { event: "connected" | "stop" | "dtmf" };

const message = z.union([media, mark, plain, start]);

/** A message of the carrier; null for what is none, or for audio of another form than was agreed. */
export function readCarrierMessage(text: string): CarrierMessage | null {
  if (text.length > maxMessageChars) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = message.safeParse(value);
  if (!data) return null;
  if (data.event === "start") {
    const { streamSid, callSid, customParameters } = data.start;
    return { event: "start", streamSid, callSid, token: customParameters.token };
  }
  if (data.event === "media") return { event: "media", audio: Buffer.from(data.media.payload, "base64") };
  if (data.event === "mark") return { event: "mark", name: data.mark.name };
  return data;
}

/** Writes our messages of one stream. */
export class StreamWriter {
  readonly #start: string;
  readonly #streamSid: string;

  constructor(streamSid: string) {
    this.#streamSid = streamSid;
    this.#start = `{"event":"media","streamSid":"${streamSid}","media":{"payload":"`;
  }

  media(frame: Uint8Array): string {
    return `${this.#start}${Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString("base64")}"}}`;
  }

  mark(name: string): string {
    return JSON.stringify({ event: "mark", streamSid: this.#streamSid, mark: { name } });
  }

  clear(): string {
    return JSON.stringify({ event: "clear", streamSid: this.#streamSid });
  }
}

/** Cuts audio into frames of 20 ms. */
export class FrameCutter {
  #rest = Buffer.alloc(0);

  push(audio: Uint8Array): Buffer[] {
    const all = this.#rest.length === 0 ? Buffer.from(audio) : Buffer.concat([this.#rest, audio]);
    const frames: Buffer[] = [];
    let at = 0;
    for (; at + frameBytes <= all.length; at += frameBytes) frames.push(all.subarray(at, at + frameBytes));
    this.#rest = all.subarray(at);
    return frames;
  }

  /** What is left, filled up with `byte`. */
  rest(byte: number): Buffer[] {
    if (this.#rest.length === 0) return [];
    const frame = Buffer.alloc(frameBytes, byte);
    this.#rest.copy(frame);
    this.#rest = Buffer.alloc(0);
    return [frame];
  }
}
