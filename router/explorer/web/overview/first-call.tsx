import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { creditWords, durationWords, type CallMeta } from "../session/meter.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Tabs } from "../ui/tabs.tsx";

interface FirstCallProps {
  title: string;
  /** The same call in several languages. */
  samples: readonly { name: string; code: string }[];
  run(): Promise<{ meta: CallMeta; body: unknown }>;
  children: ComponentChildren;
}

/** A door with one call that can be run and copied. */
export function FirstCall({ title, samples, run, children }: FirstCallProps) {
  const id = useId();
  const [said, setSaid] = useState<{ line: string; body?: string } | null>(null);
  const call = () =>
    run().then(
      ({ meta, body }) => setSaid({ line: lineOf(meta), body: JSON.stringify(body, null, 2) }),
      (error: Error) => setSaid({ line: error.message }),
    );
  return (
    <section class="card door" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <Tabs
        label={`Languages of ${title}`}
        tabs={samples.map(({ name, code }) => ({
          name,
          content: <CodeBlock label={`${title} call`} language={name} code={code} />,
        }))}
      />
      <div class="run-line">
        <button type="button" class="primary" onClick={() => void call()}>
          Run it<span class="visually-hidden"> by {title}</span>
        </button>
        <span role="status">{said?.line ?? ""}</span>
      </div>
      {said?.body && <CodeBlock label={`${title} response`} language="Response" code={said.body} />}
    </section>
  );
}

/** "200 · 23 ms · 0.1 credits". */
function lineOf({ status, ms, credits }: CallMeta): string {
  return [status, durationWords(ms), credits && creditWords(credits.charged)].filter(Boolean).join(" · ");
}
