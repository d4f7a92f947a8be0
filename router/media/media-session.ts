import type { Logger } from "pino";
import { frameBytes, frameMs, silentByte } from "../../src/telephony/mulaw.ts";
import type { CallLine, LineState } from "./call-line.ts";
import type { FramePacer, PacedQueue } from "./frame-pacer.ts";
import { FrameCutter, StreamWriter, type CarrierMessage } from "./media-messages.ts";
import type { Speech } from "./speech.port.ts";
import { VoiceActivity } from "./voice-activity.ts";

/** Silence after which the agent asks whether somebody is there: 5 s. */
const silentFrames = 5_000 / frameMs;
/** First words of this length without a pause are an answering machine's greeting: 6 s. */
const greetingFrames = 6_000 / frameMs;
/** Longest audio that waits to be sent: 60 s of it. */
const maxQueued = 60_000 / frameMs;
const maxResponses = 200;

/** The carrier's side of a stream. */
export interface MediaSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export interface SessionParts {
  socket: MediaSocket;
  line: CallLine;
  speech: Speech;
  pacer: FramePacer;
  log: Logger;
  /** Milliseconds, for latencies. */
  now(): number;
  /** Takes a place for the stream once its token was accepted; false where there is none. */
  admit(): boolean;
}

type Phase = "waiting" | "speaking" | "listening" | "thinking" | "closing" | "closed";

/**
 * One call over a media stream: speaks what the gateway says, listens, and hands it the words. Once it is over, or anything
 * fails, the stream is closed, and the carrier asks the gateway by HTTP how the call goes on.
 */
export class MediaSession {
  readonly #parts: SessionParts;
  readonly #activity = new VoiceActivity();
  readonly #responses: number[] = [];
  #phase: Phase = "waiting";
  #writer: StreamWriter | null = null;
  #queue: PacedQueue | null = null;
  #state: LineState | null = null;
  #speaking = new AbortController();
  readonly #ending = new AbortController();
  #silent = 0;
  #lastLoudAt = 0;
  /** End of the words that are being answered; null once the answer sounds. */
  #answeringSince: number | null = null;
  /** Words that were spoken while an answer was prepared. */
  #further: Uint8Array | null = null;
  #marks = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  receive(message: CarrierMessage): void {
    if (this.#phase === "closed") return;
    if (message.event === "start") return void this.#guard(() => this.#start(message));
    if (message.event === "media") return this.#listen(message.audio);
    if (message.event === "mark" && message.name === `said-${this.#marks}`) return this.#wasSaid();
    if (message.event === "stop") this.end();
  }

  /** The carrier has left, or the stream is to end. Idempotent. */
  end(code = 1000, reason = "Done"): void {
    if (this.#phase === "closed") return;
    const wasOpen = this.#state !== null;
    this.#phase = "closed";
    this.#ending.abort();
    this.#speaking.abort();
    this.#queue?.close();
    this.#parts.socket.close(code, reason);
    if (wasOpen)
      this.#parts.line
        .close(this.#responses)
        .catch((err: unknown) => this.#parts.log.warn({ err }, "The end of a media stream was not recorded"));
  }

  async #start({ callSid, streamSid }: Extract<CarrierMessage, { event: "start" }>): Promise<void> {
    if (this.#writer !== null) return this.end(1008, "Started twice");
    const writer = new StreamWriter(streamSid);
    this.#writer = writer;
    const state = await this.#parts.line.open({ carrierCallId: callSid, streamSid });
    if (this.#phase !== "waiting") return;
    if (state === null) return this.end(1008, "Not accepted");
    this.#state = state;
    if (!this.#parts.admit()) return this.end(1013, "Too many streams");
    this.#queue = this.#parts.pacer.open((frame) => this.#send(writer.media(frame)));
    await this.#speak(state);
  }

  #send(text: string): void {
    if (this.#answeringSince !== null && this.#responses.length < maxResponses) {
      this.#responses.push(Math.round(this.#parts.now() - this.#answeringSince));
      this.#answeringSince = null;
    }
    this.#parts.socket.send(text);
  }

  async #speak(state: LineState): Promise<void> {
    this.#state = state;
    if (state.say === "") return this.#wasSaid();
    this.#phase = "speaking";
    this.#speaking = new AbortController();
    const { signal } = this.#speaking;
    const cutter = new FrameCutter();
    const queue = this.#queue!;
    const { say: text, voiceId, language } = state;
    for await (const audio of this.#parts.speech.toSpeech.speak({ text, voiceId, language }, signal)) {
      if (signal.aborted) return;
      if (queue.length > maxQueued) return this.end(1011, "Too much audio");
      queue.push(cutter.push(audio));
    }
    if (signal.aborted) return;
    queue.push(cutter.rest(silentByte));
    this.#marks += 1;
    const name = `said-${this.#marks}`;
    queue.end(() => this.#parts.socket.send(this.#writer!.mark(name)));
  }

  /** The carrier has played everything. */
  #wasSaid(): void {
    if (this.#state!.isOver) return this.end();
    if (this.#phase === "speaking" || this.#phase === "thinking") this.#phase = "listening";
    this.#silent = 0;
  }

  #listen(frame: Uint8Array): void {
    if (frame.length !== frameBytes) return this.end(1003, "Frames have 160 bytes");
    const { ended, isLoud } = this.#activity.push(frame);
    if (this.#state === null || this.#phase === "closing") return;
    if (isLoud) this.#lastLoudAt = this.#parts.now();
    if (this.#metMachine()) return void this.#guard(() => this.#leaveMachine());
    if (this.#phase === "speaking" && !this.#state.isOver && this.#activity.isInterrupting) this.#interrupt();
    if (ended !== null) {
      if (this.#phase === "listening") return void this.#guard(() => this.#answer(ended));
      // Words over a goodbye are not answered.
      if (this.#phase === "thinking") this.#further = ended;
      return;
    }
    if (this.#phase !== "listening") return;
    this.#silent = this.#activity.spokenFrames > 0 ? 0 : this.#silent + 1;
    if (this.#silent >= silentFrames) void this.#guard(() => this.#answer(null));
  }

  /** Stops speaking at once, also what the carrier has not played yet. */
  #interrupt(): void {
    this.#speaking.abort();
    this.#queue!.clear();
    this.#marks += 1;
    this.#parts.socket.send(this.#writer!.clear());
    this.#phase = "listening";
    this.#silent = 0;
  }

  #metMachine(): boolean {
    if (!this.#state!.mayBeMachine || this.#state!.turn > 0) return false;
    return this.#activity.hasBeeped || this.#activity.spokenFrames >= greetingFrames;
  }

  async #leaveMachine(): Promise<void> {
    this.#phase = "closing";
    this.#speaking.abort();
    await this.#parts.line.meetMachine();
    this.end();
  }

  /** Has words answered; null is silence. */
  async #answer(audio: Uint8Array | null): Promise<void> {
    this.#phase = "thinking";
    this.#silent = 0;
    const { turn, language } = this.#state!;
    const since = audio === null ? null : this.#lastLoudAt;
    const { speech, line } = this.#parts;
    const heard =
      audio === null
        ? { text: "", confidence: 0 }
        : await speech.toText.recognize(audio, language, this.#ending.signal);
    if (this.#hasEnded()) return;
    // Noise is no answer, and no silence either.
    if (audio !== null && heard.text.trim() === "") {
      this.#phase = "listening";
      return;
    }
    const state = await line.hear({ turn, ...heard });
    if (this.#hasEnded()) return;
    if (state === null) return this.end(1000, "The call is over");
    this.#state = state;
    const further = this.#further;
    this.#further = null;
    if (further !== null && !state.isOver) return this.#answer(further);
    this.#answeringSince = since;
    await this.#speak(state);
  }

  #hasEnded(): boolean {
    return this.#phase === "closed" || this.#phase === "closing";
  }

  /** Whatever fails, the carrier goes on by HTTP. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      if (this.#phase === "closed" || this.#ending.signal.aborted) return;
      if ((err as Error).name === "AbortError") return;
      this.#parts.log.warn({ err }, "A media stream failed, and its call goes on without it");
      this.end(1011, "Failed");
    }
  }
}
