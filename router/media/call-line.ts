import { parse } from "graphql";
import type { Clock } from "../../src/time/clock.ts";
import type { HubClient } from "../http/message-links.ts";

/** What the agent of a call says now, and what follows. */
export interface LineState {
  /** Number of the callee's next answer. */
  turn: number;
  say: string;
  voiceId: string;
  language: string;
  /** True where nothing is listened to after the words: the carrier goes on by other instructions. */
  isOver: boolean;
  /** True where an answering machine may have taken the call. */
  mayBeMachine: boolean;
}

/** The dialogue of one call, which the gateway leads. All of it is refused without the call's token. */
export interface CallLine {
  /** Begins the stream, once per token; null where there is no such call. */
  open(about: { carrierCallId: string; streamSid: string }): Promise<LineState | null>;
  /** The answer to the callee's words; empty ones are silence. Again, the same turn gets the same answer. */
  hear(words: { turn: number; text: string; confidence: number }): Promise<LineState | null>;
  /** An answering machine has taken the call. */
  meetMachine(): Promise<void>;
  /** The stream has ended: milliseconds from the end of words to the first sound of each answer. */
  close(responseMs: readonly number[]): Promise<void>;
}

const document = parse(
  `mutation HearCallStream($input: CarrierCallInput!) {
    answer: hearCarrierCall(input: $input) { status contentType location encoding content }
  }`,
);

/** The dialogue of a call at the gateway. */
export function createCallLine(
  callGateway: HubClient,
  { callId, token, requestId, clock }: { callId: string; token: string; requestId: string; clock: Clock },
): CallLine {
  const ask = async (kind: string, fields: Record<string, string>, turn: string | null = null) => {
    const body = new URLSearchParams(fields).toString();
    const input = { kind, callId, turn, body, signature: token };
    const { status, content } = await callGateway({ document, input }, { requestId, clock });
    return status === 200 ? (JSON.parse(content) as LineState) : null;
  };
  return {
    open: ({ carrierCallId, streamSid }) =>
      ask("stream-open", { CallSid: carrierCallId, StreamSid: streamSid }),
    hear: ({ turn, text, confidence }) =>
      ask("stream-speech", { SpeechResult: text, Confidence: String(confidence) }, String(turn)),
    meetMachine: async () => void (await ask("stream-machine", {})),
    close: async (responseMs) => void (await ask("stream-close", { ResponseMs: responseMs.join(",") })),
  };
}
