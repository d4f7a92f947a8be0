import { hasNamedRow } from "./named-rows.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { allContent, laterContent } from "./all-content.ts";
import type { DemoContent } from "./content-step.ts";
import { NamedIds } from "./named-ids.ts";
import type { OutsideServices } from "./outside.content.ts";
import { seedContent, type ContentHost } from "./seed-content.ts";

/** Puts the content of each app where it is not yet. */
export async function seedAllContent(host: ContentHost, outside: OutsideServices): Promise<void> {
  await seedMissing(host, allContent(host.contextIn("gateway").clock.now(), outside));
}

/** The same for what is made while requests are answered already. */
export async function seedLaterContent(host: ContentHost): Promise<void> {
  await seedMissing(host, laterContent());
}

async function seedMissing(host: ContentHost, contents: readonly DemoContent[]): Promise<void> {
  for (const content of contents) {
    if (!(await isSeeded(host, content))) await seedContent(host, content, new NamedIds());
  }
}

function isSeeded(host: ContentHost, { subgraph, ownerId, lastRow }: DemoContent): Promise<boolean> {
  const { em } = host.contextIn(subgraph, ownerId);
  return asSystem(em, (open) => hasNamedRow(open, lastRow.table, ["id", lastRow.id]), { readOnly: true });
}
