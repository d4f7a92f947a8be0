import type { EventCatalogue, GuideSummary } from "../data/guide.types.ts";
import { block, code, document, table } from "./text.ts";

/** The list of guides by group. */
export function guideListMarkdown(guides: readonly GuideSummary[]): string {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return document(
    "# Guides",
    ...groups.map((group) => {
      const own = guides.filter((guide) => guide.group === group);
      const lines = own.map(({ slug, title, summary }) => `- [${title}](/guides/${slug}.md): ${summary}`);
      return `## ${group}\n\n${lines.join("\n")}`;
    }),
  );
}

/** The catalogue of webhook events. */
export function eventsMarkdown({ events, objects }: EventCatalogue): string {
  return document(
    "# Webhook events",
    "Delivery, body and signature: [webhooks](/guides/webhooks.md). The whole schemas are the `webhooks` of [openapi.json](/openapi.json).",
    ...events.map(({ type, description, object, example }) =>
      document(
        `## ${type}`,
        `${description} Object: ${code(object)}.`,
        block("json", JSON.stringify(example, null, 2)),
      ),
    ),
    "# Objects",
    ...objects.map(({ name, properties }, shape) =>
      document(
        `## ${name} in ${events.find((event) => event.shape === shape)!.type}`,
        table(
          ["property", "type", "description"],
          properties.map(({ path, type, rules, description }) => [
            code(path),
            rules === "" ? type : `${type}, ${rules}`,
            description,
          ]),
        ),
      ),
    ),
  );
}

/** Prices change while the platform runs, so this page names the requests that return them. */
export const pricesMarkdown = document(
  "# Prices",
  "Prices are public, and current in these responses:",
  [
    "- `GET /credits/operation-costs`: the price of every operation in credits",
    "- `GET /credits/packages/central`: credit packages on sale",
    "- `GET /payments/plans`: plans with their limits",
  ].join("\n"),
  "How credits are charged: [credits](/guides/credits.md). Limits per plan: [rate limits](/guides/rate-limits.md).",
);
