import type * as docs from "../data/docs.types.ts";
import type { PageId, PageMatch } from "../pages.ts";
import type { Site } from "../site.ts";
import type { EventCatalogue, GuideSummary } from "../data/guide.types.ts";
import { eventsMarkdown, guideListMarkdown, pricesMarkdown } from "./guide-markdown.ts";
import * as lists from "./list-markdown.ts";
import { restMarkdown, toolMarkdown } from "./operation-markdown.ts";
import { fieldMarkdown, typeMarkdown } from "./type-markdown.ts";

/** Reads a file of the documentation data. Null if it does not exist. */
type Read = <T>(path: string) => T | null;
type Twin = (
  read: Read,
  params: Record<string, string>,
  text: (path: string) => string | null,
) => string | null;

/** Pages that also exist as Markdown, at their path plus `.md`. They use the same data as the pages. */
const twins: Partial<Record<PageId, Twin>> = {
  overview: (read) => lists.overviewMarkdown(read<docs.OverviewDocs>("overview.json")!),
  rest: (read) => lists.restListMarkdown(read<docs.AreaDocs[]>("operations.json")!),
  tools: (read) => lists.toolListMarkdown(read<docs.AreaDocs[]>("operations.json")!),
  operations: (read) =>
    lists.operationListMarkdown(
      read<docs.AreaDocs[]>("operations.json")!,
      read<docs.PersistedDocs[]>("persisted.json")!,
    ),
  schema: (read) => lists.typeListMarkdown(read<docs.TypeSummary[]>("schema.json")!),
  errors: (read) => lists.errorsMarkdown(read<docs.ErrorDocs[]>("errors.json")!),
  guides: (read) => guideListMarkdown(read<GuideSummary[]>("guides.json")!),
  guide: (_read, { slug }, text) => text(`guides/${slug}.md`),
  prices: () => pricesMarkdown,
  "webhook-events": (read) => eventsMarkdown(read<EventCatalogue>("events.json")!),
  "rest-operation": (read, { operationId }) => {
    const operation = read<docs.OperationDocs>(`operations/${operationId}.json`);
    return operation && restMarkdown(operation);
  },
  tool: (read, { name }) => {
    const found = read<{ operation: string }>(`tools/${name}.json`);
    return found && toolMarkdown(read<docs.OperationDocs>(`operations/${found.operation}.json`)!);
  },
  type: (read, { type }) => {
    const found = read<docs.TypeDocs>(`types/${type}.json`);
    return found && typeMarkdown(found);
  },
  field: (read, { type, field }) => {
    const found = read<docs.TypeDocs>(`types/${type}.json`)?.fields.find(({ name }) => name === field);
    return found ? fieldMarkdown(type!, found) : null;
  },
};

/** Markdown version of a page. Null if the page has none or does not exist. */
export function markdownOf(site: Site, { page, params }: PageMatch): string | null {
  const text = (path: string) => (site.find(`data/${path}`) ? site.read(`data/${path}`) : null);
  const read: Read = (path) => JSON.parse(text(path) ?? "null") as never;
  return twins[page.id]?.(read, params, text) ?? null;
}
