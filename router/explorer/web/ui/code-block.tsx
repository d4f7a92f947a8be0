import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  code: string;
  /** Accessible name. */
  label: string;
  /** Language, shown in a corner. */
  language?: string;
}

/** Code block with a copy button. It scrolls independently of the page, also by keyboard. */
export function CodeBlock({ code, label, language }: CodeBlockProps) {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{language ?? label}</span>
        <CopyButton text={code} />
      </figcaption>
      {/* Scrollable regions must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
