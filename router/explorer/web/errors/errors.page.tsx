import { useEffect, useState } from "preact/hooks";
import type { ErrorDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";

export function Page() {
  const errors = useData<readonly ErrorDocs[]>("errors.json");
  return (
    <>
      <h1>Errors</h1>
      <p>
        Every error has a code from this table. REST returns it in the body, GraphQL in{" "}
        <code>extensions</code>, tools as a result with <code>isError</code>. All three contain the same
        facts.
      </p>
      <LoadedView loaded={errors} label="the errors">
        {(data) => <Errors errors={data} />}
      </LoadedView>
    </>
  );
}

function Errors({ errors }: { errors: readonly ErrorDocs[] }) {
  const { hash } = useSignal(place);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const wanted = words.toLowerCase();
  const fitting = errors.filter(({ code, cause, status }) =>
    `${code} ${status} ${cause}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="filters">
        <label>
          Filter{" "}
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <span class="muted" role="status">
          {fitting.length} of {errors.length}
        </span>
      </div>
      {fitting.map((error) => (
        <ErrorCard key={error.code} error={error} isOpen={hash === `#${error.code}`} />
      ))}
    </>
  );
}

function ErrorCard({ error, isOpen }: { error: ErrorDocs; isOpen: boolean }) {
  const { code, status, cause, fix } = error;
  return (
    <section class="error-card" id={code} aria-labelledby={`title-${code}`}>
      <h2 id={`title-${code}`}>
        <a href={`#${code}`}>{code}</a> <span class="muted">{status}</span>
      </h2>
      <p>{cause}</p>
      <p>
        <strong>Fix:</strong> {fix}
      </p>
      <ErrorDetails error={error} isOpen={isOpen} />
    </section>
  );
}

/** Rendered when opened, because there are over a hundred. */
function ErrorDetails({ error, isOpen }: { error: ErrorDocs; isOpen: boolean }) {
  const { code, rest, graphql, operations, isGeneral } = error;
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>Bodies and operations</summary>
      {wasOpened && (
        <>
          <div class="side-by-side">
            <CodeBlock
              label={`REST body of ${code}`}
              language="REST body"
              code={JSON.stringify(rest, null, 2)}
            />
            <CodeBlock
              label={`GraphQL error of ${code}`}
              language="GraphQL error"
              code={JSON.stringify(graphql, null, 2)}
            />
          </div>
          {isGeneral && <p>Operations of all areas can return this error.</p>}
          {operations.length > 0 && (
            <ul class="code-list">
              {operations.map((name) => (
                <li key={name}>
                  <a href={`/operations#${name}`}>{name}</a>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </details>
  );
}
