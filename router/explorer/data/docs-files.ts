import { areaList } from "../area-list.ts";
import { changelogFiles } from "../changelog/changelog-files.ts";
import { guideContent, guideFiles, summaryOf } from "./guide-files.ts";
import { graphFiles } from "../graph/graph-files.ts";
import type { CodeScan } from "./code-scan.ts";
import { consoleFiles } from "./console-facts.ts";
import { checkDocs } from "./check-docs.ts";
import { readDocsSource, type DocsSource } from "./docs-source.ts";
import { errorDocs } from "./error-docs.ts";
import { llmsText } from "./llms-text.ts";
import {
  areaDocs,
  areaLinks,
  operationFiles,
  persistedDocs,
  persistedList,
  toolFiles,
} from "./operation-docs.ts";
import { overviewDocs } from "./overview.ts";
import { searchFile } from "./search-files.ts";
import { panelFiles } from "./panels.ts";
import { summarizeType, typeDocs } from "./type-docs.ts";

/** A file of the documentation below `data/`: a value that becomes JSON, or a text. */
type DocsFile = readonly [path: string, content: unknown];

/** Parts of the documentation that other features of the explorer bring. A new one adds a line here. */
const parts: readonly ((source: DocsSource) => Iterable<DocsFile>)[] = [
  operationFiles,
  toolFiles,
  consoleFiles,
  panelFiles,
  graphFiles,
];

/** All files of the documentation's data by their path within the site. Throws every fault of `checkDocs` at once. */
export async function docsFiles(scan: CodeScan): Promise<Map<string, string>> {
  const source = await readDocsSource(scan);
  checkDocs(source);
  const types = typeDocs(source);
  const errors = errorDocs(source);
  const overview = overviewDocs(source);
  const areas = areaDocs(source);
  const summaries = types.map(summarizeType);
  const learning = guideContent(source);
  const guides = learning.guides.map(({ docs }) => docs);
  const files: DocsFile[] = [
    ["overview.json", overview],
    // For Markdown, and packed for the lists of pages.
    ["operations.json", areas],
    ["operation-list.json", areaList(areas)],
    ...areas.map((area): DocsFile => [`areas/${area.area}.json`, areaLinks(area)]),
    ["llms.txt", llmsText(overview, { areas, types: summaries, guides: guides.map(summaryOf) })],
    ["persisted.json", persistedDocs(source)],
    // For the list of a page, which only needs to distinguish them.
    ["persisted-list.json", persistedList(areas, persistedDocs(source))],
    ["schema.json", summaries],
    ...types.map((type): DocsFile => [`types/${type.name}.json`, type]),
    ["errors.json", errors],
    ["search.json", searchFile(source, { types, errors, guides, events: learning.events })],
    ...guideFiles(learning),
    ...parts.flatMap((part) => [...part(source)]),
    ...(await changelogFiles(source)),
  ];
  return new Map(
    files.map(([path, content]) => [
      `data/${path}`,
      typeof content === "string" ? content : JSON.stringify(content),
    ]),
  );
}
