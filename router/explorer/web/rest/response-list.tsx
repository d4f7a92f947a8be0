import type { ResponseDocs } from "../../data/docs.types.ts";

/** The statuses of a REST response and their meaning. */
export function ResponseList({ responses }: { responses: readonly ResponseDocs[] }) {
  return (
    <ul class="statuses" aria-label="Responses">
      {responses.map(({ status, description }) => (
        <li key={status}>
          <span class={`status status-${status.slice(0, 1)}`}>{status}</span> {description}
        </li>
      ))}
    </ul>
  );
}
