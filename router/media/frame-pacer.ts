import { frameMs } from "../../src/telephony/mulaw.ts";

/** Frames that are sent ahead of their time, so that a late timer makes no gap. */
const leadFrames = 6;

/** Audio that is sent in frames, one every 20 ms. */
export interface PacedQueue {
  push(frames: readonly Uint8Array[]): void;
  /** Calls back once every frame that was pushed is sent. */
  end(sent: () => void): void;
  clear(): void;
  close(): void;
  readonly length: number;
}

interface Line {
  frames: Uint8Array[];
  /** When the next frame is due, on the clock of `performance`; null while nothing is being sent. */
  dueAt: number | null;
  sent: (() => void) | null;
  send(frame: Uint8Array): void;
}

/** Sends the audio of all calls of a process from one timer, and reports how late its frames are. */
export class FramePacer {
  readonly #lines = new Set<Line>();
  readonly #late: (ms: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #tickAt = 0;

  /** `late` receives for each frame how long after its time it was sent, in milliseconds. */
  constructor(late: (ms: number) => void = () => undefined) {
    this.#late = late;
  }

  open(send: (frame: Uint8Array) => void): PacedQueue {
    const line: Line = { frames: [], dueAt: null, sent: null, send };
    this.#lines.add(line);
    return {
      push: (frames) => {
        const now = performance.now();
        if (line.frames.length === 0 && line.dueAt !== null && line.dueAt <= now) line.dueAt = null;
        for (const frame of frames) line.frames.push(frame);
        this.#flush(line, now);
        this.#run();
      },
      end: (sent) => {
        line.sent = sent;
        this.#flush(line, performance.now());
        this.#run();
      },
      clear: () => {
        line.frames = [];
        line.dueAt = null;
        line.sent = null;
      },
      close: () => void this.#lines.delete(line),
      get length() {
        return line.frames.length;
      },
    };
  }

  /** Sends what is due, and `leadFrames` more. A line that ran dry begins anew: what the speaker is late with is not late here. */
  #flush(line: Line, now: number): void {
    if (line.frames.length > 0) line.dueAt ??= now;
    let at = 0;
    while (at < line.frames.length && line.dueAt! - leadFrames * frameMs <= now) {
      // Frames that are sent ahead are due when the call begins to sound.
      this.#late(Math.max(0, now - line.dueAt!));
      line.send(line.frames[at]!);
      line.dueAt! += frameMs;
      at += 1;
    }
    if (at > 0) line.frames.splice(0, at);
    if (line.frames.length > 0) return;
    if (line.dueAt !== null && line.dueAt <= now) line.dueAt = null;
    const { sent } = line;
    line.sent = null;
    sent?.();
  }

  #run(): void {
    if (this.#timer !== null) return;
    this.#tickAt = performance.now() + frameMs;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, this.#tickAt - performance.now()));
    this.#timer.unref();
  }

  #tick(): void {
    const now = performance.now();
    let isBusy = false;
    for (const line of this.#lines) {
      this.#flush(line, now);
      isBusy ||= line.frames.length > 0 || line.dueAt !== null;
    }
    if (!isBusy) {
      this.#timer = null;
      return;
    }
    this.#tickAt += frameMs;
    // After a pause of the process, ticks are not made up for: the frames are.
    if (this.#tickAt < now) this.#tickAt = now + frameMs;
    this.#wait();
  }
}
