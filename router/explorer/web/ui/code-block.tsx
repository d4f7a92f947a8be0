import { useMemo, useState } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";
import { highlight } from "./highlight.ts";
import { maskSecrets } from "./mask-secrets.ts";

interface CodeBlockProps {
  code: string;
  /** Accessible name. */
  label: string;
  /** Language, shown in a corner. */
  language?: string;
  /** Shows tokens and keys, where they are what the reader came for. */
  isRevealed?: boolean;
}

const wideColumns = 90;

/** Highlighted code that hides tokens and keys, which a button copies. It scrolls independently of the page. */
export function CodeBlock({ code, label, language, isRevealed = false }: CodeBlockProps) {
  const [wraps, setWraps] = useState(false);
  const shown = isRevealed ? code : maskSecrets(code);
  const isWide = useMemo(() => shown.split("\n").some((line) => line.length > wideColumns), [shown]);
  return (
    <figure class={wraps ? "code-block wraps" : "code-block"}>
      <figcaption>
        <span>{language ?? label}</span>
        <span class="code-tools">
          {isWide && (
            <button type="button" class="small-button" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
              Wrap
            </button>
          )}
          <CopyButton text={code} label={shown === code ? "Copy" : "Copy with token"} />
        </span>
      </figcaption>
      {/* Scrollable regions must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <Highlighted code={shown} />
      </pre>
    </figure>
  );
}

function Highlighted({ code }: { code: string }) {
  const parts = useMemo(() => highlight(code), [code]);
  return (
    <code>
      {parts.map(({ text, kind }, index) =>
        kind === "" ? (
          text
        ) : (
          <span key={index} class={`code-${kind}`}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}
