import type { ErrorRef } from "../../data/docs.types.ts";

/** Codes that an operation may answer with: those of every such call, and those of its part of the platform. */
export function ErrorList({ errors }: { errors: readonly ErrorRef[] }) {
  const groups = [
    { title: "All operations", refs: errors.filter(({ isGeneral }) => isGeneral) },
    { title: "This area", refs: errors.filter(({ isGeneral }) => !isGeneral) },
  ];
  return (
    <>
      {groups
        .filter(({ refs }) => refs.length > 0)
        .map(({ title, refs }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul class="code-list">
              {refs.map(({ code, status }) => (
                <li key={code}>
                  {status} <a href={`/errors#${code}`}>{code}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
