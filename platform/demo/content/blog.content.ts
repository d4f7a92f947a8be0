import { later, step, type ContentRow, type ContentStep } from "./content-step.ts";

const springHours = `The shop opens **an hour earlier** from the first of March.

| Day | Open |
|---|---|
| Monday to Friday | 7:00 to 17:00 |
| Saturday | 9:00 to 13:00 |

Orders that arrive before noon leave on the same day.`;

const invoices = `Each order now comes with an invoice that your own program can read:

\`\`\`ts
const response = await fetch("https://hub.example/invoices", { headers: { "x-app-id": "invoicer" } });
const { invoices } = await response.json();
\`\`\`

> Ask us for a key. It takes a minute.`;

const publish = (name: string, daysAgo: number) =>
  step(name, "publishBlogPost", { postId: `bpo_demo_${name}` }, daysAgo);

/** A blog with two published posts, a draft and a scheduled one. */
export function blogSteps(now: Date): ContentStep[] {
  const news = { categoryId: "bct_demo_1" };
  const drafted = (name: string, title: string, markdown: string, tags: string[], daysAgo: number) =>
    step(name, "createBlogPost", { title, markdown, tags, ...news }, daysAgo);
  return [
    step("1", "updateBlog", {
      handle: "workshop",
      title: "From the workshop",
      description: "News of Pia's Workshop",
    }),
    step("1", "createBlogCategory", { name: "News" }),
    drafted("1", "Spring hours", springHours, ["hours"], 21),
    publish("1", 20),
    drafted("2", "Invoices for programs", invoices, ["invoices", "api"], 10),
    publish("2", 9),
    drafted("draft", "Plans for the summer", "A second bench, and a **longer** Saturday.", ["hours"], 2),
    drafted("scheduled", "Closed for stocktaking", "We are closed for one day.", ["hours"], 1),
    step("scheduled", "scheduleBlogPost", { postId: "bpo_demo_scheduled", at: later(now) }, 0),
  ];
}

/** A comment of a visitor that waits for moderation. */
export function blogComment(ownerId: string, now: Date): ContentRow {
  const row = {
    id: "bcm_demo_1",
    owner_id: ownerId,
    post_id: "bpo_demo_1",
    author_name: "Dana",
    content: "Seven is perfect for us.",
    status: "held",
    created_at: now.toISOString(),
  };
  return { table: "blog_comments", row };
}
