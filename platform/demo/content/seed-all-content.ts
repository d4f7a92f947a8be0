import { hasNamedRow } from "./named-rows.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { allContent } from "./all-content.ts";
import type { DemoContent } from "./content-step.ts";
import { NamedIds } from "./named-ids.ts";
import { seedContent, type ContentHost } from "./seed-content.ts";

/** Puts the content of each app where it is not yet. */
export async function seedAllContent(host: ContentHost): Promise<void> {
  const now = host.contextIn("gateway").clock.now();
  for (const content of allContent(now)) {
    if (!(await isSeeded(host, content))) await seedContent(host, content, new NamedIds());
  }
}

function isSeeded(host: ContentHost, { subgraph, ownerId, lastRow }: DemoContent): Promise<boolean> {
  const { em } = host.contextIn(subgraph, ownerId);
  return asSystem(em, (open) => hasNamedRow(open, lastRow.table, ["id", lastRow.id]), { readOnly: true });
}
