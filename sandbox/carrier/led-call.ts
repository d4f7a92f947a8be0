import type { CarrierCallbacks } from "./carrier-callbacks.ts";
import { newSid, type CallStatus, type CarrierEntry } from "./carrier-state.ts";
import { answerOf, calleeOf, type Callee } from "./callees.ts";
import { setTimeout as wait } from "node:timers/promises";
import { MediaCall, type StreamReport } from "./media-call.ts";
import type { QueueHall } from "./queue-hall.ts";
import { readTwiml, type TwimlSteps } from "./read-twiml.ts";

/** Characters per second that a voice speaks in a call of the stand-in; people speak as fast. */
const charactersPerSecond = 15;
const maxTurns = 60;
/** As much as is said in 10 seconds. */
const connectedCharacters = 150;

/** What is played to a waiting caller lasts so long; in a test it takes less. */
const heldSeconds = 30;
const heldMs = 100;

export interface LedCallParts {
  callee: Callee;
  queues: QueueHall;
  callbacks: CarrierCallbacks;
  /** Keeps the audio of a call; its id. */
  record(): string;
  now(): Date;
  /** Keeps what a media stream was like. */
  reportStream(report: StreamReport): void;
}

/**
 * A call that gets its speech from the application. No time passes in it: its duration is computed from the
 * spoken text. Each state is sent with an increasing sequence number.
 */
export class LedCall {
  readonly #entry: CarrierEntry;
  readonly #parts: LedCallParts;
  readonly #ended = Promise.withResolvers<void>();
  #redirected = Promise.withResolvers<string>();
  #recordingUrl: string | null = null;
  #sequence = 0;
  #characters = 0;
  #media: MediaCall | null = null;

  constructor(entry: CarrierEntry, parts: LedCallParts) {
    this.#entry = entry;
    this.#parts = parts;
  }

  /** Rings, talks and ends. Of a call that came in, the end alone is reported. */
  async run(): Promise<void> {
    if (this.#entry.isInbound) {
      this.#entry.status = "in-progress";
      await this.#talk();
      return this.#end("completed");
    }
    const { answers } = this.#parts.callee;
    await this.#sendStatus("initiated");
    if (this.#isOver()) return;
    if (answers === "failed") return this.#end("failed");
    await this.#move("ringing");
    if (this.#isOver()) return;
    if (answers === "busy" || answers === "no-answer") return this.#end(answers);
    await this.#move("in-progress");
    await this.#talk();
    await this.#end("completed");
  }

  /** Other instructions for a live call; it takes them when it waits next. */
  redirect(twiml: string): boolean {
    if (this.#entry.status !== "in-progress") return false;
    this.#redirected.resolve(twiml);
    this.#media?.leave(false);
    return true;
  }

  /** Ends the call: immediately, or after the step it waits for. */
  async hangUp(): Promise<void> {
    if (this.#isOver()) return;
    const isLive = this.#entry.status === "in-progress";
    this.#ended.resolve();
    this.#media?.leave(true);
    await this.#end(isLive ? "completed" : "canceled");
  }

  async #talk(): Promise<void> {
    const { url } = this.#entry;
    const { callee } = this.#parts;
    const by = { human: "human", voicemail: "machine_start", fax: "fax" } as const;
    const answeredBy = Object.hasOwn(by, callee.answers) ? by[callee.answers as keyof typeof by] : "unknown";
    let reply = await this.#ask(url!, { AnsweredBy: answeredBy });
    for (let turn = 0; turn < maxTurns && !this.#isOver();) {
      const { says, gather, dial, recording, stream, enqueue, queue } = readTwiml(reply);
      this.#recordingUrl ??= recording;
      for (const text of says) this.#characters += text.length;
      if (dial !== null) {
        reply = await this.#connect(dial);
        continue;
      }
      if (enqueue !== null) {
        const left = await this.#wait(enqueue);
        if (left === null) return;
        reply = left;
        continue;
      }
      if (queue !== null) {
        if (this.#parts.queues.takeFirst(queue)) this.#characters += connectedCharacters;
        return;
      }
      if (stream !== null) {
        const followed = await this.#stream(stream);
        if (followed === null) return;
        reply = followed;
        continue;
      }
      if (gather === null || this.#isTimeUp()) return;
      if (callee.holds) {
        const redirected = await Promise.race([this.#ended.promise, this.#redirected.promise]);
        this.#redirected = Promise.withResolvers<string>();
        if (redirected !== undefined) {
          reply = redirected;
          continue;
        }
      }
      if (this.#isOver() || callee.hangsUpAt === turn) return;
      const said = callee.says[turn] ?? answerOf(this.#entry.to, turn, gather.hints);
      this.#characters += said.length;
      const heard: Record<string, string> = said === "" ? {} : { SpeechResult: said, Confidence: "0.94" };
      reply = await this.#ask(gather.action, heard);
      turn += 1;
    }
  }

  /** Audio goes both ways in real time; then what follows. Null where the person has hung up. */
  async #stream({ url, parameters, next }: NonNullable<TwimlSteps["stream"]>): Promise<string | null> {
    const { sid: callSid, accountSid } = this.#entry;
    this.#media = new MediaCall({ url, parameters, callSid, accountSid, callee: this.#parts.callee });
    const { report } = this.#media;
    this.#parts.reportStream(report);
    const hasLeft = await this.#media.run();
    this.#characters += this.#media.seconds * charactersPerSecond;
    this.#media = null;
    if (hasLeft || this.#isOver()) return null;
    const redirected = await Promise.race([this.#redirected.promise, Promise.resolve(null)]);
    if (redirected !== null) {
      this.#redirected = Promise.withResolvers<string>();
      return redirected;
    }
    return next === null ? null : this.#ask(next, {});
  }

  /** Waits in a queue; then what follows. Null where the caller has hung up. */
  async #wait({ name, waitUrl, action }: NonNullable<TwimlSteps["enqueue"]>): Promise<string | null> {
    const { callee, queues } = this.#parts;
    const place = queues.join(name);
    let seconds = 0;
    const end = async (result: string) => {
      const taken = result === "bridged" ? connectedCharacters : 0;
      this.#characters += seconds * charactersPerSecond + taken;
      place.leave();
      const about = { QueueResult: result, QueueTime: String(seconds), QueueSid: place.queueSid };
      return this.#ask(action, about);
    };
    for (let round = 0; !this.#isOver(); round += 1) {
      if (callee.hangsUpAt === round) {
        await end("hangup");
        return null;
      }
      const about = { QueueSid: place.queueSid, QueueTime: String(seconds), AvgQueueTime: "0" };
      const where = { QueuePosition: String(place.position()), CurrentQueueSize: String(place.size()) };
      const heard = readTwiml(await this.#ask(waitUrl, { ...about, ...where }));
      (this.#entry.held ??= []).push(...heard.says, ...heard.plays);
      if (heard.leaves) return end("leave");
      if (callee.presses !== null && round === 0 && heard.gather !== null) {
        const chosen = readTwiml(await this.#ask(heard.gather.action, { Digits: callee.presses }));
        if (chosen.leaves) return end("leave");
      }
      const isTaken = await Promise.race([place.taken, this.#ended.promise, wait(heldMs, null)]);
      if (isTaken === true) return end("bridged");
      seconds += heldSeconds;
    }
    place.leave();
    return null;
  }

  /** A second phone rings; a person who answers talks for some seconds. */
  async #connect({ number, action, whisper }: NonNullable<TwimlSteps["dial"]>): Promise<string> {
    const { answers } = calleeOf(number);
    (this.#entry.dialed ??= []).push(number);
    const isAnswered = answers === "human" || answers === "voicemail";
    if (isAnswered && whisper !== null) {
      const own = { CallSid: newSid("CA"), ParentCallSid: this.#entry.sid, To: number };
      const heard = await this.#ask(whisper, own);
      (this.#entry.whispers ??= []).push(...readTwiml(heard).says);
    }
    if (isAnswered) this.#characters += connectedCharacters;
    return this.#ask(action, {
      DialCallStatus: isAnswered ? "completed" : answers,
      DialCallDuration: isAnswered ? "10" : "0",
    });
  }

  async #ask(url: string, more: Record<string, string>): Promise<string> {
    const answer = await this.#parts.callbacks.post(url, { ...this.#form("in-progress"), ...more });
    return answer?.status === 200 ? answer.text : "";
  }

  #isOver(): boolean {
    return !["queued", "ringing", "in-progress"].includes(this.#entry.status);
  }

  #seconds(): number {
    return Math.max(1, Math.ceil(this.#characters / charactersPerSecond));
  }

  #isTimeUp(): boolean {
    return this.#seconds() >= this.#entry.timeLimitSeconds;
  }

  async #move(status: CallStatus): Promise<void> {
    this.#entry.status = status;
    await this.#sendStatus(status);
  }

  async #end(status: CallStatus): Promise<void> {
    if (this.#isOver()) return;
    const entry = this.#entry;
    entry.status = status;
    entry.durationSeconds = status === "completed" ? Math.min(this.#seconds(), entry.timeLimitSeconds) : 0;
    await this.#sendStatus(status, { CallDuration: String(entry.durationSeconds) });
    if (this.#recordingUrl !== null) await this.#sendRecording(this.#recordingUrl);
  }

  async #sendStatus(status: string, more: Record<string, string> = {}): Promise<void> {
    const { statusCallback } = this.#entry;
    const count = { SequenceNumber: String(this.#sequence++), Timestamp: this.#parts.now().toUTCString() };
    if (statusCallback === null) return;
    await this.#parts.callbacks.send(statusCallback, [{ ...this.#form(status), ...count, ...more }]);
  }

  async #sendRecording(url: string): Promise<void> {
    const { sid, accountSid, durationSeconds } = this.#entry;
    const recordingSid = this.#parts.record();
    const about = {
      CallSid: sid,
      AccountSid: accountSid,
      RecordingSid: recordingSid,
      RecordingChannels: "2",
    };
    const end = { RecordingStatus: "completed", RecordingDuration: String(durationSeconds ?? 0) };
    await this.#parts.callbacks.send(url, [{ ...about, ...end }]);
  }

  #form(status: string): Record<string, string> {
    const { sid, accountSid, to, from } = this.#entry;
    const who = { CallSid: sid, AccountSid: accountSid, To: to, From: from };
    const direction = this.#entry.isInbound ? "inbound" : "outbound-api";
    return { ...who, Direction: direction, ApiVersion: "2010-04-01", CallStatus: status };
  }
}
