import { useEffect, useMemo, useState } from "preact/hooks";
import type { ErrorDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import { RowList } from "../ui/row-list.tsx";

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

/** Meanings of the statuses, as headings. */
const statusTitles: Readonly<Record<number, string>> = {
  202: "202 Accepted",
  400: "400 Invalid request",
  401: "401 Not authenticated",
  402: "402 Payment required",
  403: "403 Not allowed",
  404: "404 Not found",
  405: "405 Method",
  406: "406 Not acceptable",
  408: "408 Timeout",
  409: "409 Conflict",
  410: "410 Gone",
  413: "413 Too large",
  415: "415 Media type",
  416: "416 Range",
  422: "422 Not processable",
  423: "423 Locked",
  428: "428 Precondition",
  429: "429 Too many requests",
  431: "431 Headers too large",
  500: "500 Internal error",
  502: "502 External service failed",
  503: "503 Unavailable",
  504: "504 Timeout",
};

function Errors({ errors }: { errors: readonly ErrorDocs[] }) {
  const { hash } = useSignal(place);
  const groups = useMemo(() => {
    const byStatus = Map.groupBy(errors, ({ status }) => status);
    return [...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, rows]) => ({
        id: String(status),
        title: statusTitles[status] ?? String(status),
        rows,
      }));
  }, [errors]);
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <RowList
      label="Errors"
      groups={groups}
      keyOf={({ code }) => code}
      textOf={({ code, cause, fix, status }) => `${code} ${status} ${cause} ${fix}`}
    >
      {(error) => <ErrorRow error={error} isChosen={hash === `#${error.code}`} />}
    </RowList>
  );
}

/** A row that unfolds. Its content is rendered when it is opened, because there are over a hundred. */
function ErrorRow({ error, isChosen }: { error: ErrorDocs; isChosen: boolean }) {
  const { code, status, cause } = error;
  const [wasOpened, setOpened] = useState(isChosen);
  useEffect(() => {
    if (isChosen) setOpened(true);
  }, [isChosen]);
  return (
    <details
      id={code}
      open={isChosen}
      class="error-row"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary class="row">
        <span class={`status status-${String(status).slice(0, 1)}`}>{status}</span>
        <code class="row-name">{code}</code>
        <span class="row-note">
          <InlineCode text={cause} />
        </span>
      </summary>
      {wasOpened && <ErrorDetails error={error} />}
    </details>
  );
}

function ErrorDetails({ error: { code, fix, rest, graphql, operations, isGeneral } }: { error: ErrorDocs }) {
  return (
    <div class="row-detail">
      <p>
        <strong>Fix:</strong> <InlineCode text={fix} />
      </p>
      <p>
        <a href={`/errors#${code}`}>Link to this error</a>
      </p>
      <div class="side-by-side">
        <CodeBlock label={`REST body of ${code}`} language="REST body" code={JSON.stringify(rest, null, 2)} />
        <CodeBlock
          label={`GraphQL error of ${code}`}
          language="GraphQL error"
          code={JSON.stringify(graphql, null, 2)}
        />
      </div>
      {isGeneral && <p>Operations of all areas can return this error.</p>}
      {operations.length > 0 && (
        <details>
          <summary>{operations.length} operations</summary>
          <ul class="code-list">
            {operations.map((name) => (
              <li key={name}>
                <a href={`/operations#${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
