import type { CodeScan } from "./code-scan.ts";
import { consoleFiles } from "./console-facts.ts";
import { readDocsSource, type DocsSource } from "./docs-source.ts";
import { overviewDocs } from "./overview.ts";

/** One part of the documentation: the files it writes below `data/`, each a value that becomes JSON, or a text. */
type DocsPart = (source: DocsSource) => Iterable<readonly [path: string, content: unknown]>;

/** Every part. A new one adds a line here. */
const parts: readonly DocsPart[] = [(source) => [["overview.json", overviewDocs(source)]], consoleFiles];

/** All files of the documentation's data by their path within the site. Throws what does not fit. */
export async function docsFiles(scan: CodeScan): Promise<Map<string, string>> {
  const source = await readDocsSource(scan);
  const files = new Map<string, string>();
  for (const part of parts) {
    for (const [path, content] of part(source)) {
      files.set(`data/${path}`, typeof content === "string" ? content : JSON.stringify(content));
    }
  }
  return files;
}
