import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { request } from "undici";
import type { Config } from "../../src/config/config.ts";
import {
  loadSupergraph,
  maxSupergraphBytes,
  supergraphPaths,
  type LoadedSupergraph,
} from "./load-supergraph.ts";

const timeoutMs = 15_000;

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
    const seen = await this.#stamp();
    if (seen === this.#seen && !hasNewText) return null;
    this.#seen = seen;
    const loaded = await loadSupergraph(this.#config, this.#text);
    if (isConfig) {
      const ofSdl = loaded.entries.flatMap(({ schema }) =>
        "file" in schema ? [resolve(dirname(description), schema.file)] : [],
      );
      this.#files = [description, ...ofSdl];
      this.#seen = await this.#stamp();
    }
    return loaded;
  }

  async #stamp(): Promise<string> {
    const stamps = this.#files.map(async (path) => {
      const { mtimeMs, size, ino } = await stat(path);
      return `${mtimeMs} ${size} ${ino}`;
    });
    return (await Promise.all(stamps)).join("|");
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
