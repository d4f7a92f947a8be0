import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { HubContext } from "../../hub.context.ts";
import { postEvent } from "../blog-events.ts";
import { touchBlog } from "../settings/blog.rows.ts";
import { blogUrl } from "../settings/blog.service.ts";
import type { PostRow } from "./post.rows.ts";

/** Renews the public pages after a change of a post, and notifies of it. The open transaction has locked the post. */
export async function announcePost(
  ctx: HubContext,
  em: EntityManager,
  { name, post }: { name: Parameters<typeof postEvent>[0]; post: PostRow },
): Promise<void> {
  const { handle } = await touchBlog(em, post.ownerId, ctx.clock.now());
  await emitEvent(em, postEvent(name, post, blogUrl(ctx.publicUrl, handle, post.slug)));
}
