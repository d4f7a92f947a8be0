import type { RenderedPost } from "./render-markdown.ts";

/** `renderMarkdown`. Its parsers and its sanitiser are loaded with the first post that is written. */
export async function renderPost(markdown: string): Promise<RenderedPost> {
  const { renderMarkdown } = await import("./render-markdown.ts");
  return renderMarkdown(markdown);
}
