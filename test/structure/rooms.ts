import { posix } from "node:path";
import type { SourceFile } from "./imports.ts";

/** One level of the code: the folders (rooms) right below a folder, and which of them import which. */
export interface RoomReport {
  folder: string;
  rooms: number;
  /** Pairs of rooms of which the first imports the second. */
  arrows: number;
  /** Pairs of rooms that import each other. */
  mutual: string[];
}

/** The rooms right below a folder. Its own files are one room together. */
export function measureRooms(files: readonly SourceFile[], folder: string): RoomReport {
  const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
  const roomOf = (path: string) => {
    const [first, ...rest] = path.slice(folder.length + 1).split("/");
    return rest.length > 0 ? first! : ".";
  };
  const arrows = new Set<string>();
  for (const { path, imports } of inside)
    for (const target of imports)
      if (target.startsWith(`${folder}/`) && roomOf(target) !== roomOf(path))
        arrows.add(`${roomOf(path)} → ${roomOf(target)}`);
  const turned = (arrow: string) => arrow.split(" → ").toReversed().join(" → ");
  return {
    folder,
    rooms: new Set(inside.map(({ path }) => roomOf(path))).size,
    arrows: arrows.size,
    mutual: [...arrows].filter((arrow) => arrow < turned(arrow) && arrows.has(turned(arrow))).sort(),
  };
}

/** The folders with the most files of their own, largest first. */
export function largestFolders(
  files: readonly SourceFile[],
  count: number,
): [folder: string, files: number][] {
  const sizes = Map.groupBy(files, ({ path }) => posix.dirname(path));
  const sorted = [...sizes].sort(([, a], [, b]) => b.length - a.length);
  return sorted.slice(0, count).map(([folder, own]) => [folder, own.length]);
}
