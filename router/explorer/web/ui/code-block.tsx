import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  code: string;
  /** What it is, for who does not see it. */
  label: string;
  /** Language, shown in a corner. */
  language?: string;
}

/** Code as it is, with a button that copies it. It scrolls by itself, also by keyboard. */
export function CodeBlock({ code, label, language }: CodeBlockProps) {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{language ?? label}</span>
        <CopyButton text={code} />
      </figcaption>
      {/* What scrolls must be reached by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
