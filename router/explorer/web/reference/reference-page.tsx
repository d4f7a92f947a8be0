import type { ComponentChildren } from "preact";
import { useIsNarrow } from "../shell/narrow.ts";

interface ReferencePageProps {
  /** Title, description and facts. */
  head: ComponentChildren;
  /** Form that sends a request. */
  form: ComponentChildren;
  /** The request in several languages. */
  samples: ComponentChildren;
  /** Schema and errors. */
  children: ComponentChildren;
}

/**
 * Layout of the page of one operation. Form and samples are beside the schema on wide windows and above it on narrow ones,
 * where the form comes first.
 */
export function ReferencePage({ head, form, samples, children }: ReferencePageProps) {
  const isNarrow = useIsNarrow();
  const parts = [<div key="samples">{samples}</div>, <div key="form">{form}</div>];
  return (
    <article class="reference">
      <div class="reference-head">{head}</div>
      <aside aria-label="Samples">{isNarrow ? parts.toReversed() : parts}</aside>
      <div class="reference-body">{children}</div>
    </article>
  );
}
