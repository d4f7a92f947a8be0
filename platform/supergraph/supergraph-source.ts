import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { request } from "../../src/http/undici.ts";
import type { SubgraphEntry } from "../../router/schema/supergraph-config.ts";
import type { Config } from "../../src/config/config.ts";
import {
  loadSupergraph,
  maxSupergraphBytes,
  readEntries,
  supergraphPaths,
  type LoadedSupergraph,
} from "./load-supergraph.ts";

const timeoutMs = 15_000;

/** Paths of the SDL that a supergraph.yaml names. */
function sdlFiles(description: string, entries: readonly SubgraphEntry[]): string[] {
  return entries.flatMap(({ schema }) =>
    "file" in schema ? [resolve(dirname(description), schema.file)] : [],
  );
}

/** Text that differs once one of the files is written or replaced. Throws for a missing file. */
async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = files.map(async (path) => {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  });
  return (await Promise.all(stamps)).join("|");
}

/** The supergraph that the settings name, read again only after it has changed. */
export class SupergraphSource {
  readonly #config: Pick<Config, "SUPERGRAPH" | "SUPERGRAPH_CONFIG">;
  /** Files whose change is a change of the supergraph. */
  #files: readonly string[];
  #seen: string | null = null;
  #etag: string | null = null;
  #text: string | undefined;

  constructor(config: Pick<Config, "SUPERGRAPH" | "SUPERGRAPH_CONFIG">) {
    this.#config = config;
    const { source, config: description } = supergraphPaths(config);
    this.#files = source.includes("://") ? [description] : [source, description];
  }

  /** The supergraph; null when nothing has changed since the last call, whether that succeeded or failed. */
  async readChanged(): Promise<LoadedSupergraph | null> {
    const { source, isConfig, config: description } = supergraphPaths(this.#config);
    const hasNewText = source.includes("://") && (await this.#fetch(source));
    const seen = await stampOf(this.#files);
    if (seen === this.#seen && !hasNewText) return null;
    this.#seen = seen;
    // Stamps are taken before the files are read: a change while the supergraph is composed is seen by the next call.
    if (isConfig) {
      const ofDescription = await stampOf([description]);
      const ofSdl = sdlFiles(description, await readEntries(description));
      this.#files = [description, ...ofSdl];
      this.#seen = [ofDescription, await stampOf(ofSdl)].join(ofSdl.length > 0 ? "|" : "");
    }
    return loadSupergraph(this.#config, this.#text);
  }

  /** Fetches the text unless its ETag is still the same. Redirects are not followed. */
  async #fetch(url: string): Promise<boolean> {
    const { statusCode, headers, body } = await request(url, {
      headers: { accept: "*/*", ...(this.#etag === null ? {} : { "if-none-match": this.#etag }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxSupergraphBytes)
        throw new Error(`The supergraph is larger than ${maxSupergraphBytes} bytes.`);
      chunks.push(chunk);
    }
    if (statusCode === 304) return false;
    if (statusCode !== 200) throw new Error(`The supergraph's server answered with status ${statusCode}.`);
    const text = Buffer.concat(chunks).toString("utf8");
    this.#etag = typeof headers.etag === "string" ? headers.etag : null;
    const isNew = text !== this.#text;
    this.#text = text;
    return isNew;
  }
}
