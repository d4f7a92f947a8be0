import { z } from "zod";

/** What a model wants to say and do in one turn. */
export interface ModelReply {
  say: string;
  action: "continue" | "end" | "transfer" | "tool";
  goalReached: boolean;
  tool: { name: string; arguments: Record<string, unknown> } | null;
}

const reply = z.object({
  say: z.string().max(20_000).default(""),
  action: z.enum(["continue", "end", "transfer", "tool"]).default("continue"),
  goalReached: z.boolean().default(false),
  tool: z
    .object({ name: z.string().min(1).max(80), arguments: z.record(z.string(), z.unknown()).default({}) })
    .nullish(),
});

/** The JSON object in a model's text; null when there is none. Text around it, such as a code fence, is dropped. */
export function jsonIn(text: string): unknown {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return null;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return null;
  }
}

/** A model's reply; null for one that does not have the form that it was asked for, or neither says nor does anything. */
export function readReply(text: string): ModelReply | null {
  const { data } = reply.safeParse(jsonIn(text));
  if (!data) return null;
  const isTool = data.action === "tool";
  if (isTool && !data.tool) return null;
  if (data.say.trim() === "" && data.action === "continue") return null;
  return { ...data, tool: isTool ? data.tool! : null };
}
