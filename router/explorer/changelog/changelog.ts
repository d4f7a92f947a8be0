import { diffReleases } from "./diff-releases.ts";
import type { Change, ComingRelease, Release, ReleaseChanges } from "./release.types.ts";

/** Every release with its changes, newest first. The next release is at the top. */
export async function changelogOf(releases: readonly Release[], coming: Release): Promise<ReleaseChanges[]> {
  const entries: ReleaseChanges[] = [];
  const all = [...releases, coming];
  for (let index = 1; index < all.length; index++) {
    const [before, after] = [all[index - 1]!, all[index]!];
    const changes = (await diffReleases(before, after)).map((change) => {
      const note = after.notes?.[change.id];
      return note === undefined ? change : { ...change, note };
    });
    const date = after === coming ? null : after.date;
    entries.unshift({ version: after.version, date, since: before.version, changes });
  }
  return entries;
}

/** Changes that need a review before the release: breaking changes, and rules that admit more clients. */
export function unacceptedChanges(changes: readonly Change[], { accepted }: ComingRelease): string[] {
  const faults: string[] = [];
  const known = new Set(changes.map(({ id }) => id));
  for (const { id, level, message, operations } of changes) {
    if (level !== "breaking" && level !== "review") continue;
    const entry = accepted[id];
    const hit = operations.length > 0 ? ` (affects ${operations.join(", ")})` : "";
    if (!entry || entry.note.trim() === "")
      faults.push(`${level}: ${id}: ${message}${hit}: add an entry with a note to schema/releases/next.json`);
    else if (level === "review" && !entry.approver)
      faults.push(`review: ${id}: ${message}: add an approver to its entry`);
  }
  for (const id of Object.keys(accepted)) {
    if (!known.has(id)) faults.push(`accepted: ${id} is no longer a change: remove the entry`);
  }
  return faults;
}
