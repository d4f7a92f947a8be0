import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { durationWords, type CallMeta } from "../session/meter.ts";
import { CodeBlock } from "../ui/code-block.tsx";

interface FirstCallProps {
  title: string;
  code: string;
  run(): Promise<{ meta: CallMeta; body: unknown }>;
  children: ComponentChildren;
}

/** A door with one call that can be run and copied. */
export function FirstCall({ title, code, run, children }: FirstCallProps) {
  const id = useId();
  const [said, setSaid] = useState<{ line: string; body?: string } | null>(null);
  const call = () =>
    run().then(
      ({ meta, body }) =>
        setSaid({ line: `${meta.status} · ${durationWords(meta.ms)}`, body: JSON.stringify(body, null, 2) }),
      (error: Error) => setSaid({ line: error.message }),
    );
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <CodeBlock label={`${title} call`} language="Copy and run" code={code} />
      <button type="button" class="primary" onClick={() => void call()}>
        Run it<span class="visually-hidden"> by {title}</span>
      </button>
      <p role="status">{said?.line ?? ""}</p>
      {said?.body && <CodeBlock label={`${title} response`} language="Response" code={said.body} />}
    </section>
  );
}
