import { diffReleases } from "./diff-releases.ts";
import type { Change, ComingRelease, Release, ReleaseChanges } from "./release.types.ts";

/** Every release with what it changed, newest first; the coming one stands at the top. */
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

/** What somebody must look at before it is released: what breaks callers, and what lets in more than before. */
export function unacceptedChanges(changes: readonly Change[], { accepted }: ComingRelease): string[] {
  const faults: string[] = [];
  const known = new Set(changes.map(({ id }) => id));
  for (const { id, level, message, operations } of changes) {
    if (level !== "breaking" && level !== "review") continue;
    const entry = accepted[id];
    const hit = operations.length > 0 ? ` (meets ${operations.join(", ")})` : "";
    if (!entry || entry.note.trim() === "")
      faults.push(`${level}: ${id}: ${message}${hit}: nobody wrote it down`);
    else if (level === "review" && !entry.approver)
      faults.push(`review: ${id}: ${message}: nobody approved it`);
  }
  for (const id of Object.keys(accepted)) {
    if (!known.has(id)) faults.push(`accepted: ${id} is no change any more`);
  }
  return faults;
}
