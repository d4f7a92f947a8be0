import type { ComponentChildren } from "preact";

interface ErrorNoteProps {
  title: string;
  message: string;
  /** Action that may fix the error. */
  children?: ComponentChildren;
}

/** Error message. Screen readers announce it immediately. */
export function ErrorNote({ title, message, children }: ErrorNoteProps) {
  return (
    <div class="note note-bad" role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      {children}
    </div>
  );
}
