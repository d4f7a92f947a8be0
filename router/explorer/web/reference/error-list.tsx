import type { ErrorRef } from "../../data/docs.types.ts";

/** Codes that an operation may answer with: those of its area, and those of every operation, which are folded. */
export function ErrorList({ errors }: { errors: readonly ErrorRef[] }) {
  const own = errors.filter(({ isGeneral }) => !isGeneral);
  const general = errors.filter(({ isGeneral }) => isGeneral);
  return (
    <>
      {own.length > 0 && <Codes refs={own} />}
      {general.length > 0 && (
        <details open={own.length === 0}>
          <summary>{general.length} errors of all operations</summary>
          <Codes refs={general} />
        </details>
      )}
    </>
  );
}

function Codes({ refs }: { refs: readonly ErrorRef[] }) {
  return (
    <ul class="statuses">
      {refs.map(({ code, status }) => (
        <li key={code}>
          <span class={`status status-${String(status).slice(0, 1)}`}>{status}</span>{" "}
          <a href={`/errors#${code}`}>{code}</a>
        </li>
      ))}
    </ul>
  );
}
