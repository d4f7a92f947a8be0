import type { TestApp } from "../../support/app.ts";

export type Headers = Record<string, string>;

/** Creates a post and returns it. Throws when it is refused. */
// The tests check the response's shape.
// oxlint-disable-next-line typescript/no-explicit-any
export async function writePost(app: TestApp, headers: Headers, body: object = {}): Promise<any> {
  const content = { title: "Spring hours", markdown: "We open at **8**.", ...body };
  const answer = await app.post("/blog/posts", content, headers);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Does something with a post: `publish`, `unpublish` or `schedule`. */
export function doWith(
  app: TestApp,
  headers: Headers,
  { postId }: { postId: string },
  action: string,
  body = {},
) {
  return app.post(`/blog/posts/${postId}/${action}`, body, headers);
}

/** Creates a post and publishes it. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function publishPost(app: TestApp, headers: Headers, body: object = {}): Promise<any> {
  const post = await writePost(app, headers, body);
  return (await doWith(app, headers, post, "publish")).body;
}
