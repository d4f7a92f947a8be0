import type { ComponentChildren } from "preact";

/** What a pill means; its colour follows. */
export type PillTone = "plain" | "accent" | "ok" | "warn" | "bad";

/** A short fact in a coloured frame. The words alone must say it. */
export function Pill({ tone = "plain", children }: { tone?: PillTone; children: ComponentChildren }) {
  return <span class={`pill pill-${tone}`}>{children}</span>;
}
