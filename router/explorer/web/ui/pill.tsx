import type { ComponentChildren } from "preact";

/** Meaning of a pill, which decides its colour. */
export type PillTone = "plain" | "accent" | "ok" | "warn" | "bad";

/** Short fact in a coloured frame. The text must be understandable without the colour. */
export function Pill({ tone = "plain", children }: { tone?: PillTone; children: ComponentChildren }) {
  return <span class={`pill pill-${tone}`}>{children}</span>;
}
