import type { ErrorRef } from "../../data/docs.types.ts";

/** Codes that an operation may answer with: those of every such call, and those of its part of the platform. */
export function ErrorList({ errors }: { errors: readonly ErrorRef[] }) {
  const groups = [
    { title: "Of every call like this", refs: errors.filter(({ isGeneral }) => isGeneral) },
    { title: "Of this part of the platform", refs: errors.filter(({ isGeneral }) => !isGeneral) },
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
