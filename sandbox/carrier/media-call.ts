import { WebSocket } from "ws";
import { frameBytes, frameMs, fromMulaw, silentByte, toMulaw } from "../../src/telephony/mulaw.ts";
import { speakAloud } from "../speech/espeak.ts";
import { hearTones, speakTones } from "../speech/tone-speech.ts";
import type { Callee } from "./callees.ts";
import { newSid } from "./carrier-state.ts";

/** Pause before somebody answers, in frames: 200 ms. */
const pauseFrames = 10;
/** Who interrupts does so after this much of the agent's words: 240 ms. */
const interruptFrames = 12;
const silence = Buffer.alloc(frameBytes, silentByte);
/** The tone of an answering machine: 600 ms of 1,000 Hz. */
const beep = framesOf(
  Int16Array.from({ length: 4_800 }, (_, at) =>
    Math.round(9_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000)),
  ),
);
const maxFaults = 20;
/** Frames that are sent at once after a pause of the process: 400 ms. A longer pause is no part of the call. */
const maxLateFrames = 20;
/** What is said where a person has no other answer. */
const otherAnswer = "Yes.";
/** The noise of a line, well below speech. */
const hiss = 40;

/** What the stand-in saw of a stream. */
export interface StreamReport {
  callSid: string;
  streamSid: string;
  /** Frames of audio that came. */
  frames: number;
  /** Messages that are against the protocol: another length than 20 ms, another stream, no JSON. */
  faults: string[];
  /** How often the audio of one text ran dry before its end. */
  gaps: number;
  /** Milliseconds from the last sound of the person to the first of each answer. */
  responseMs: number[];
  /** What was understood of the agent's words. */
  heard: string[];
  /** How often audio that was not played yet was taken back. */
  clears: number;
  closeCode: number | null;
}

interface Parts {
  url: string;
  parameters: Record<string, string>;
  callSid: string;
  accountSid: string;
  callee: Callee;
}

/** One media stream of a call, in real time: sends a frame every 20 ms, and plays what it gets at the same speed. */
export class MediaCall {
  readonly report: StreamReport;
  readonly #parts: Parts;
  #socket: WebSocket | null = null;
  readonly #voiced = new Map<string, Buffer[]>();
  #playback: (Buffer | string)[] = [];
  #speech: Buffer[] = [];
  #agent: Buffer[] = [];
  #turn = 0;
  #waits: number | null = null;
  #ticks = 0;
  #lastSoundAt: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isLeft = false;
  #hasEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.report = {
      callSid: parts.callSid,
      streamSid: newSid("MZ"),
      frames: 0,
      faults: [],
      gaps: 0,
      responseMs: [],
      heard: [],
      clears: 0,
      closeCode: null,
    };
  }

  /** Seconds that it took. */
  get seconds(): number {
    return (this.#ticks * frameMs) / 1_000;
  }

  /** Resolves with true where the person hung up. */
  async run(): Promise<boolean> {
    const { says, voice } = this.#parts.callee;
    for (const text of voice === null ? [] : [...says, otherAnswer])
      if (text !== "") this.#voiced.set(text, framesOf(onALine(await speakAloud(text, voice!))));
    if (this.#hasEnded) return this.#isLeft;
    const socket = new WebSocket(this.#parts.url, { perMessageDeflate: false });
    this.#socket = socket;
    return new Promise((resolve) => {
      socket.on("open", () => this.#begin());
      socket.on("message", (data) => this.#receive(String(data)));
      socket.on("error", (error) => this.#fault(error.message));
      socket.once("close", (code) => {
        if (this.#timer) clearTimeout(this.#timer);
        this.report.closeCode = code;
        this.#understand();
        resolve(this.#isLeft);
      });
    });
  }

  /** The person hangs up, or the call is to go on otherwise. */
  leave(isHangUp: boolean): void {
    this.#isLeft ||= isHangUp;
    this.#hasEnded = true;
    this.#send({ event: "stop", streamSid: this.report.streamSid });
    this.#socket?.close();
  }

  #begin(): void {
    const { streamSid, callSid } = this.report;
    const { accountSid, parameters: customParameters } = this.#parts;
    const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 };
    const start = { streamSid, accountSid, callSid, tracks: ["inbound"], customParameters, mediaFormat };
    this.#send({ event: "connected", protocol: "Call", version: "1.0.0" });
    this.#send({ event: "start", sequenceNumber: "1", streamSid, start });
    if (this.#parts.callee.beeps) this.#speech.push(...beep);
    let startedAt = performance.now();
    const tick = () => {
      let due = Math.floor((performance.now() - startedAt) / frameMs);
      const lost = due - this.#ticks - maxLateFrames;
      if (lost > 0) {
        startedAt += lost * frameMs;
        due -= lost;
      }
      while (this.#ticks < due && this.#isOpen()) this.#tick();
      this.#timer = setTimeout(
        tick,
        Math.max(1, startedAt + (this.#ticks + 1) * frameMs - performance.now()),
      );
    };
    tick();
  }

  #tick(): void {
    this.#ticks += 1;
    this.#sayNext();
    const frame = this.#speech.shift() ?? silence;
    if (frame !== silence) this.#lastSoundAt = performance.now();
    this.#send({
      event: "media",
      sequenceNumber: String(this.#ticks + 1),
      streamSid: this.report.streamSid,
      media: {
        track: "inbound",
        chunk: String(this.#ticks),
        timestamp: String(this.#ticks * frameMs),
        payload: frame.toString("base64"),
      },
    });
    const isSpoken = this.#agent.length > 0;
    while (typeof this.#playback[0] === "string") this.#wasPlayed(this.#playback.shift() as string);
    const played = this.#playback.shift() as Buffer | undefined;
    if (played) this.#agent.push(played);
    else if (isSpoken && this.#agent.length > 0) this.report.gaps += 1;
  }

  /** The person speaks after a pause, or into the agent's words. */
  #sayNext(): void {
    const { says, hangsUpAt, interruptsAt } = this.#parts.callee;
    if (interruptsAt === this.#turn && this.#agent.length >= interruptFrames)
      return this.#say(says[this.#turn] ?? otherAnswer);
    if (this.#waits === null) return;
    this.#waits -= 1;
    if (this.#waits > 0) return;
    this.#waits = null;
    if (hangsUpAt === this.#turn) return this.leave(true);
    this.#say(says[this.#turn] ?? otherAnswer);
  }

  #say(text: string): void {
    this.#turn += 1;
    this.#waits = null;
    if (text !== "") this.#speech.push(...(this.#voiced.get(text) ?? framesOf(speakTones(text, 8_000))));
  }

  #receive(text: string): void {
    let message: {
      event?: string;
      streamSid?: string;
      media?: { payload?: string };
      mark?: { name?: string };
    };
    try {
      message = JSON.parse(text) as typeof message;
    } catch {
      return this.#fault("no JSON");
    }
    if (message.streamSid !== this.report.streamSid) return this.#fault(`stream ${message.streamSid}`);
    if (message.event === "media") {
      const frame = Buffer.from(message.media?.payload ?? "", "base64");
      if (frame.length !== frameBytes) return this.#fault(`a frame of ${frame.length} bytes`);
      this.report.frames += 1;
      if (this.#lastSoundAt !== null && this.#speech.length === 0) {
        this.report.responseMs.push(Math.round(performance.now() - this.#lastSoundAt));
        this.#lastSoundAt = null;
      }
      this.#playback.push(frame);
    } else if (message.event === "mark") this.#playback.push(message.mark?.name ?? "");
    else if (message.event === "clear") this.#clear();
    else this.#fault(`the event ${message.event}`);
  }

  #clear(): void {
    this.report.clears += 1;
    const marks = this.#playback.filter((one) => typeof one === "string");
    this.#playback = [];
    this.#understand();
    for (const name of marks) this.#echo(name);
  }

  #wasPlayed(mark: string): void {
    this.#understand();
    this.#echo(mark);
    if (this.#speech.length === 0) this.#waits = pauseFrames;
  }

  #echo(name: string): void {
    this.#send({ event: "mark", streamSid: this.report.streamSid, mark: { name } });
  }

  #understand(): void {
    if (this.#agent.length === 0) return;
    const { text } = hearTones(fromMulaw(Buffer.concat(this.#agent)));
    this.#agent = [];
    this.report.heard.push(text);
  }

  #fault(text: string): void {
    if (this.report.faults.length < maxFaults) this.report.faults.push(text);
  }

  #send(message: object): void {
    if (this.#isOpen()) this.#socket!.send(JSON.stringify(message));
  }

  #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }
}

/** Speech with the noise of a line, the same in every run. */
function onALine(samples: Int16Array): Int16Array {
  let state = samples.length;
  return samples.map((sample) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return sample + ((state >>> 16) % (2 * hiss)) - hiss;
  });
}

function framesOf(samples: Int16Array): Buffer[] {
  const bytes = Buffer.from(Uint8Array.from(samples, toMulaw));
  return Array.from({ length: Math.floor(bytes.length / frameBytes) }, (_, at) =>
    bytes.subarray(at * frameBytes, (at + 1) * frameBytes),
  );
}
