import { expect, test, vi } from "vitest";
import { frameBytes, fromMulaw, powerOf, toMulaw, wavOf } from "../../../src/telephony/mulaw.ts";
import { FramePacer } from "../../../router/media/frame-pacer.ts";
import { FrameCutter, readCarrierMessage } from "../../../router/media/media-messages.ts";
import { MediaSession } from "../../../router/media/media-session.ts";
import type { CallLine, LineState } from "../../../router/media/call-line.ts";
import { PhoneAudio } from "../../../router/media/phone-audio.ts";
import { VoiceActivity } from "../../../router/media/voice-activity.ts";
import { hearTones, speakTones } from "../../../sandbox/speech/tone-speech.ts";
import { silentLog } from "../../support/silent-log.ts";

const quiet = Buffer.alloc(frameBytes, 0xff);
const framesOf = (samples: Int16Array) => {
  const bytes = Buffer.from(Uint8Array.from(samples, toMulaw));
  return Array.from({ length: bytes.length / frameBytes }, (_, at) =>
    bytes.subarray(at * frameBytes, (at + 1) * frameBytes),
  );
};
const tone = (hertz: number, frames: number) =>
  framesOf(
    Int16Array.from({ length: frames * frameBytes }, (_, at) =>
      Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / 8_000)),
    ),
  );

test("mu-law keeps a sample within a sixteenth of its size", () => {
  for (const sample of [0, 5, -5, 100, -1_000, 8_000, -20_000, 32_000]) {
    const [back] = fromMulaw(Uint8Array.of(toMulaw(sample)));
    expect(Math.abs(back! - sample)).toBeLessThanOrEqual(Math.max(8, Math.abs(sample) / 16));
  }
  // Codes of ITU-T G.711: silence, and the largest samples.
  expect([toMulaw(0), toMulaw(32_635), toMulaw(-32_635)]).toEqual([0xff, 0x80, 0x00]);
  expect(wavOf(quiet).readUInt32LE(40)).toBe(2 * frameBytes);
});

test("words begin and end with what was said, and noise is none", () => {
  const activity = new VoiceActivity();
  const words = framesOf(speakTones("Hello there", 8_000));
  const ended = [...Array(15).fill(quiet), ...words, ...Array(25).fill(quiet)].flatMap(
    (frame: Buffer) => activity.push(frame).ended ?? [],
  );
  expect(ended).toHaveLength(1);
  expect(hearTones(fromMulaw(ended[0]!)).text).toBe("Hello there");
  const hiss = framesOf(
    Int16Array.from({ length: 100 * frameBytes }, (_, at) => (at % 2 === 0 ? 150 : -150)),
  );
  expect(hiss.some((frame) => activity.push(frame).ended !== null || activity.spokenFrames > 0)).toBe(false);
});

test("the tone of an answering machine is not taken for speech", () => {
  const machine = new VoiceActivity();
  for (const frame of tone(1_000, 20)) machine.push(frame);
  expect(machine.hasBeeped).toBe(true);
  const person = new VoiceActivity();
  for (const frame of framesOf(speakTones("I am a person who speaks for a while", 8_000))) person.push(frame);
  expect(person.hasBeeped).toBe(false);
  expect(person.isInterrupting).toBe(true);
});

test("24,000 samples per second become phone audio, in pieces of any length", () => {
  const pcm = new Uint8Array(speakTones("Friday at ten", 24_000).buffer);
  const audio = new PhoneAudio();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < pcm.length; at += 1_001) pieces.push(audio.push(pcm.subarray(at, at + 1_001)));
  pieces.push(audio.rest());
  const phone = Buffer.concat(pieces);
  expect(Math.abs(phone.length - pcm.length / 6)).toBeLessThanOrEqual(1);
  expect(hearTones(fromMulaw(phone)).text).toBe("Friday at ten");
  expect(powerOf(phone)).toBeGreaterThan(1_000_000);
});

test("audio is cut into frames of 160 bytes, the last filled up", () => {
  const cutter = new FrameCutter();
  expect(cutter.push(Buffer.alloc(100))).toEqual([]);
  expect(cutter.push(Buffer.alloc(250)).map(({ length }) => length)).toEqual([160, 160]);
  expect(cutter.rest(0xff)).toEqual([Buffer.concat([Buffer.alloc(30), Buffer.alloc(130, 0xff)])]);
  expect(cutter.rest(0xff)).toEqual([]);
});

test("messages of another form are none", () => {
  expect(readCarrierMessage('{"event":"media","media":{"track":"inbound","payload":"/w=="}}')).toEqual({
    event: "media",
    audio: Buffer.of(0xff),
  });
  for (const text of ["", "[]", "{", '{"event":"media"}', '{"event":"other"}', `"${"x".repeat(20_000)}"`])
    expect(readCarrierMessage(text), text.slice(0, 20)).toBeNull();
});

test("frames are sent every 20 ms with 120 ms ahead, and a pause of the process delays none that are ahead", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const late: number[] = [];
    const pacer = new FramePacer((ms) => late.push(ms));
    const sent: number[] = [];
    let isDone = false;
    const queue = pacer.open(() => sent.push(performance.now()));
    const startedAt = performance.now();
    queue.push(Array.from({ length: 10 }, () => quiet));
    queue.end(() => void (isDone = true));
    expect(sent).toHaveLength(7);
    vi.advanceTimersByTime(40);
    expect(sent).toHaveLength(9);
    vi.advanceTimersByTime(400);
    expect([sent.length, isDone]).toEqual([10, true]);
    expect(sent.at(-1)! - startedAt).toBeLessThanOrEqual(80);
    expect(Math.max(...late)).toBe(0);
    queue.push(Array.from({ length: 50 }, () => quiet));
    queue.clear();
    vi.advanceTimersByTime(2_000);
    expect(sent).toHaveLength(17);
  } finally {
    vi.useRealTimers();
  }
});

const state: LineState = {
  turn: 0,
  say: "Hello.",
  voiceId: "Polly.Joanna",
  language: "en-US",
  isOver: false,
  mayBeMachine: false,
};

function sessionWith(line: Partial<CallLine>, { admit = () => true }: { admit?: () => boolean } = {}) {
  const closed: [number, string][] = [];
  const sent: string[] = [];
  const session = new MediaSession({
    socket: {
      send: (text) => void sent.push(text),
      close: (code, reason) => void closed.push([code, reason]),
    },
    line: {
      open: () => Promise.resolve(state),
      hear: () => Promise.resolve(null),
      meetMachine: () => Promise.resolve(),
      close: () => Promise.resolve(),
      ...line,
    },
    speech: {
      toText: { recognize: () => Promise.resolve({ text: "Yes", confidence: 1 }) },
      toSpeech: {
        async *speak() {
          yield Buffer.alloc(frameBytes * 2);
        },
      },
    },
    pacer: new FramePacer(),
    log: silentLog,
    now: () => performance.now(),
    admit,
  });
  return { session, closed, sent };
}

const start = {
  event: "start" as const,
  streamSid: `MZ${"0".repeat(32)}`,
  callSid: `CA${"0".repeat(32)}`,
  token: "t",
};

test("a stream is closed whose token is not valid, that starts twice, or sends other frames", async () => {
  const refused = sessionWith({ open: () => Promise.resolve(null) });
  refused.session.receive(start);
  await vi.waitFor(() => expect(refused.closed).toEqual([[1008, "Not accepted"]]));
  const twice = sessionWith({});
  twice.session.receive(start);
  twice.session.receive(start);
  await vi.waitFor(() => expect(twice.closed).toEqual([[1008, "Started twice"]]));
  const other = sessionWith({});
  other.session.receive({ event: "media", audio: Buffer.alloc(159) });
  expect(other.closed).toEqual([[1003, "Frames have 160 bytes"]]);
});

test("a gateway that fails ends the stream, so that the carrier goes on by HTTP", async () => {
  const { session, closed, sent } = sessionWith({ hear: () => Promise.reject(new Error("down")) });
  session.receive(start);
  await vi.waitFor(() => expect(sent.some((text) => text.includes("said-1"))).toBe(true));
  session.receive({ event: "mark", name: "said-1" });
  for (const frame of [...framesOf(speakTones("Yes please", 8_000)), ...Array(25).fill(quiet)])
    session.receive({ event: "media", audio: frame as Buffer });
  await vi.waitFor(() => expect(closed).toEqual([[1011, "Failed"]]));
});

test("a stream without a place is closed, and the gateway learns that it is over", async () => {
  const close = vi.fn<CallLine["close"]>(() => Promise.resolve());
  const { session, closed, sent } = sessionWith({ close }, { admit: () => false });
  session.receive(start);
  await vi.waitFor(() => expect(closed).toEqual([[1013, "Too many streams"]]));
  expect([close.mock.calls.length, sent]).toEqual([1, []]);
});
