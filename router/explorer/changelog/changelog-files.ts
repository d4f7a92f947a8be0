import type { DocsSource } from "../data/docs-source.ts";
import { changelogOf } from "./changelog.ts";
import { changelogFeed } from "./feed.ts";
import { notesOf, readComing, readPrices, readReleases } from "./release-files.ts";
import type { ChangeLevel, ReleaseChanges } from "./release.types.ts";
import { takeRelease } from "./take-release.ts";

/** How many changes of each level the newest entry has, for the first page. */
export interface ChangelogSummary {
  version: string;
  date: string | null;
  counts: Record<ChangeLevel | "policy", number>;
}

/** The changelog's files: all entries, their numbers, the feed, and the schemas that were compared. */
export async function changelogFiles(source: DocsSource): Promise<(readonly [string, unknown])[]> {
  const releases = readReleases();
  const known = readComing();
  const taken = takeRelease({ ...source, version: known.version }, { date: "", prices: readPrices() });
  const coming = { ...taken, notes: notesOf(known) };
  const entries = await changelogOf(releases, coming);
  const [newest] = entries;
  return [
    ["changelog.json", entries],
    ...(newest ? [["changelog-summary.json", summarize(newest)] as const] : []),
    ["changelog.xml", changelogFeed(entries, "")],
    ...[...releases, coming].map(({ version, sdl }) => [`releases/${version}.graphql`, sdl] as const),
  ];
}

function summarize({ version, date, changes }: ReleaseChanges): ChangelogSummary {
  const count = (level: ChangeLevel) => changes.filter((change) => change.level === level).length;
  const policy = changes.filter(({ area }) => area === "policy").length;
  const [breaking, dangerous, safe, review] = (["breaking", "dangerous", "safe", "review"] as const).map(
    count,
  );
  return {
    version,
    date,
    counts: { breaking: breaking!, dangerous: dangerous!, safe: safe!, review: review!, policy },
  };
}
