import type { EntityManager } from "@mikro-orm/postgresql";
import { selectContents } from "./campaign.rows.ts";
import { compileContent, type CompiledContent } from "../messages/message-content.ts";

/** How many campaigns are kept at most; a batch is of no more. */
const mostKept = 16;

/** Caches campaign contents, read and sanitised once per process: they do not change while messages are unsent. */
export class CampaignContents {
  readonly #kept = new Map<string, CompiledContent>();

  /** Those of these campaigns, by their ids. */
  async of(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, CompiledContent>> {
    const found = new Map<string, CompiledContent>();
    for (const id of ids) {
      const content = this.#kept.get(id);
      if (content) found.set(id, content);
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      for (const content of await selectContents(em, missing)) found.set(content.id, compileContent(content));
    for (const [id, content] of found) this.#keep(id, content);
    return found;
  }

  /** The one that was used last is the last to go. */
  #keep(id: string, content: CompiledContent): void {
    this.#kept.delete(id);
    this.#kept.set(id, content);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > mostKept && !oldest.done) this.#kept.delete(oldest.value);
  }
}
