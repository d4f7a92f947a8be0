import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { checkSdl, sdlLimits } from "./check-sdl.ts";
import type { SubgraphSource } from "./compose.ts";
import { fetchSdl } from "./fetch-sdl.ts";
import { endpointOf, type SubgraphEntry } from "./supergraph-config.ts";

/**
 * The subgraph as composition takes it, with its SDL from its file (relative to `folder`) or by introspection. Throws for
 * SDL that cannot be read or is refused.
 */
export async function readSource(entry: SubgraphEntry, folder: string): Promise<SubgraphSource> {
  const { name, schema, overrides } = entry;
  const sdl = "file" in schema ? await readSdl(name, resolve(folder, schema.file)) : await fetchSdl(entry);
  checkSdl(name, sdl, overrides);
  return toSource(entry, sdl);
}

/** The subgraph with this SDL. */
export function toSource(entry: SubgraphEntry, sdl: string): SubgraphSource {
  return { name: entry.name, url: endpointOf(entry), sdl, access: entry.access };
}

async function readSdl(name: string, path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > sdlLimits.bytes) throw new Error(`it is larger than ${sdlLimits.bytes} bytes`);
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`The SDL of ${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
