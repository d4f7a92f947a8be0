import type { ComponentChildren } from "preact";

interface ErrorNoteProps {
  title: string;
  message: string;
  /** Amber for what a plan, a scope or a sign-in unlocks. Red is for failures. */
  tone?: "bad" | "warn";
  /** Action that may fix the error. */
  children?: ComponentChildren;
}

/** Error message. Screen readers announce it immediately. */
export function ErrorNote({ title, message, tone = "bad", children }: ErrorNoteProps) {
  return (
    <div class={`note note-${tone}`} role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      {children}
    </div>
  );
}
