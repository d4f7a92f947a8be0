import type { AreaDocs, OverviewDocs, TypeSummary } from "./docs.types.ts";
import { firstSentence } from "./first-sentence.ts";
import type { GuideSummary } from "./guide.types.ts";

interface LlmsContent {
  areas: readonly AreaDocs[];
  types: readonly TypeSummary[];
  guides: readonly GuideSummary[];
}

/** List of all Markdown documents in the llms.txt format (llmstxt.org). */
export function llmsText({ version, counts }: OverviewDocs, { areas, types, guides }: LlmsContent): string {
  const paths = areas.map(({ title, operations }) => {
    const lines = operations
      .filter(({ rest }) => rest)
      .map(({ name, rest, summary }) => `- [${rest!.method} ${rest!.path}](/rest/${name}.md): ${summary}`);
    return lines.length > 0 ? `## REST: ${title}\n\n${lines.join("\n")}\n` : "";
  });
  const tools = areas
    .flatMap(({ operations }) => operations)
    .filter(({ tool }) => tool)
    .map(({ tool, summary }) => `- [${tool!.name}](/tools/${tool!.name}.md): ${summary}`);
  const entities = types
    .filter(({ isEntity, name }) => isEntity || name === "Query" || name === "Mutation")
    .map(({ name, summary }) => `- [${name}](/schema/${name}.md): ${summary}`);
  return [
    "# Hub platform",
    `> Version ${version}. One graph with ${counts.types} types and three doors: GraphQL, ${counts.rest} REST operations, ${counts.tools} agent tools.`,
    "Every page is available as Markdown: add `.md` to the URL, or send `Accept: text/markdown`.",
    "## Start\n\n- [Overview](/index.md)\n- [OpenAPI](/openapi.json), of one app: `/openapi/{app}.json`\n- Collections of an app: `/collections/{app}/postman.json`, `/collections/{app}/bruno.json`\n- [Stored operations as persisted queries](/persisted-operations.json)\n- [GraphQL schema](/schema.graphql)\n- [Errors](/errors.md): every code, its cause and fix\n- [All types](/schema.md)\n- [All tools](/tools.md)\n",
    `## Guides\n\n${guides.map(({ slug, title, summary }) => `- [${title}](/guides/${slug}.md): ${firstSentence(summary)}`).join("\n")}\n- [Webhook events](/webhook-events.md): every event with its object\n- [Prices](/prices.md): where to read the current price list\n`,
    ...paths.filter((part) => part !== ""),
    `## Types\n\n${entities.join("\n")}\n`,
    `## Optional\n\n${tools.join("\n")}\n`,
  ].join("\n\n");
}
