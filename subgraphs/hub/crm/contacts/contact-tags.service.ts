import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { contactNotFound } from "../crm.errors.ts";
import { maxTags, readTags } from "./contact-facts.ts";
import type { TagContactsInput } from "./contact-inputs.types.ts";
import { selectContacts } from "./contact.rows.ts";
import { rewriteContacts } from "./contact-writes.rows.ts";
import type { TaggedCrmContacts } from "./contact.types.ts";

/**
 * Adds tags to contacts and removes tags from them; a tag that is in both lists is removed. Returns how many contacts
 * changed. Throws CONTACT_NOT_FOUND when one of them does not exist, and 400 when one would have too many; nothing is
 * changed then.
 */
export async function tagContacts(ctx: HubContext, input: TagContactsInput): Promise<TaggedCrmContacts> {
  const faults: FieldFault[] = [];
  const read = (path: string, tags: readonly string[]) => {
    const own: FieldFault[] = [];
    const folded = readTags(tags, own);
    faults.push(...own.map((fault) => ({ ...fault, path: fault.path.replace("tags", path) })));
    return folded;
  };
  const added = read("add", input.add);
  const removed = new Set(read("remove", input.remove));
  if (faults.length > 0) throw validationError(faults);
  const ownerId = ctx.principal.ownerId ?? "";
  const ids = [...new Set(input.contactIds)];
  return exactlyOnce(ctx, { operation: "tagContacts", input }, async (em) => {
    const rows = await selectContacts(em, "owner_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE", [
      ownerId,
      ids,
    ]);
    if (rows.length < ids.length) throw contactNotFound();
    const changed = rows.flatMap((row) => {
      const tags = [...new Set([...row.tags, ...added])].filter((tag) => !removed.has(tag));
      if (tags.length > maxTags)
        throw validationError([
          { path: "add", message: `must not give a contact more than ${maxTags} tags`, rule: "maxItems" },
        ]);
      return tags.join(",") === row.tags.join(",") ? [] : [{ ...row, tags }];
    });
    await rewriteContacts(em, { ownerId, now: ctx.clock.now() }, changed);
    return { changed: changed.length };
  });
}
