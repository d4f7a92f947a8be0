import type { ComponentChildren } from "preact";

interface ErrorNoteProps {
  title: string;
  message: string;
  /** What may be done about it. */
  children?: ComponentChildren;
}

/** What went wrong, read out at once. */
export function ErrorNote({ title, message, children }: ErrorNoteProps) {
  return (
    <div class="note note-bad" role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      {children}
    </div>
  );
}
