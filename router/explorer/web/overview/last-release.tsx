import type { ChangelogSummary } from "../../changelog/changelog-files.ts";
import { useData } from "../data/load.ts";

/** Number of changes in the last release. Renders nothing without a release. */
export function LastRelease() {
  const summary = useData<ChangelogSummary>("changelog-summary.json");
  if (summary.state !== "ready") return null;
  const { version, counts } = summary.data;
  const words = (["breaking", "dangerous", "review", "policy"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`);
  return (
    <p>
      <a href="/changelog">Changes in {version}</a>
      {words.length > 0 && ` (${words.join(", ")})`}
    </p>
  );
}
