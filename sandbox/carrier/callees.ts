import { createHash } from "node:crypto";
import { z } from "zod";

/** How a called person reacts, and what they say. */
export interface Callee {
  answers: "human" | "voicemail" | "fax" | "busy" | "no-answer" | "failed";
  /** Said in turn, followed by texts from the number's seed. An empty text is silence. */
  says: readonly string[];
  /** Hangs up instead of the answer with this number; null: never. */
  hangsUpAt: number | null;
  /** Stays silent on the line until the caller ends the call. */
  holds: boolean;
  /** In a media stream: says the text with this number into the agent's words; null: never. */
  interruptsAt: number | null;
  /** In a queue: presses this key while the music plays first; null: waits. */
  presses: string | null;
  /** In a media stream: the tone of an answering machine comes first. */
  beeps: boolean;
  /** In a media stream: speaks with this voice of `espeak-ng`; null: in the tones of the stand-ins. */
  voice: string | null;
}

export const calleeSchema = z.strictObject({
  number: z.string().regex(/^\+[1-9]\d{5,14}$/),
  answers: z.enum(["human", "voicemail", "fax", "busy", "no-answer", "failed"]).default("human"),
  says: z.array(z.string().max(500)).max(50).default([]),
  hangsUpAt: z.int().min(0).max(50).nullable().default(null),
  holds: z.boolean().default(false),
  interruptsAt: z.int().min(0).max(50).nullable().default(null),
  beeps: z.boolean().default(false),
  presses: z.string().regex(/^\d$/).nullable().default(null),
  voice: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z]{2})?(\+[a-z]{1,10}\d{0,2})?$/)
    .nullable()
    .default(null),
});

const ordinary: Callee = {
  answers: "human",
  says: [],
  hangsUpAt: null,
  holds: false,
  interruptsAt: null,
  beeps: false,
  presses: null,
  voice: null,
};

/** By the last four digits of a number; 0010 to 0019 hang up in place of their first to tenth answer. */
const byEnding: Readonly<Record<string, Callee>> = {
  "0002": { ...ordinary, holds: true },
  "0003": { ...ordinary, answers: "no-answer" },
  "0004": { ...ordinary, answers: "voicemail" },
  "0005": { ...ordinary, answers: "no-answer" },
  "0006": { ...ordinary, answers: "fax" },
  "0007": { ...ordinary, answers: "failed" },
  "0009": { ...ordinary, answers: "busy" },
};

/** The person at a number without a configured callee. */
export function calleeOf(number: string): Callee {
  const ending = number.slice(-4);
  if (/^001\d$/.test(ending)) return { ...ordinary, hangsUpAt: Number(ending.at(-1)) };
  return byEnding[ending] ?? ordinary;
}

/** One of the possible answers: deterministic for a number and turn. */
export function answerOf(number: string, turn: number, hints: readonly string[]): string {
  if (hints.length === 0) return "Yes.";
  const seed = createHash("sha256").update(`${number} ${turn}`).digest().readUInt32BE(0);
  return hints[seed % hints.length]!;
}
