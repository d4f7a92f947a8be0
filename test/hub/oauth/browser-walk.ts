/** A browser as far as an authorization needs one: it follows redirects, keeps cookies, and stops at a given address. */
export async function walk(
  url: string,
  { stopAt, form }: { stopAt: string; form?: Record<string, string | string[]> },
): Promise<{ url: URL; status: number; text: string }> {
  const cookies = new Map<string, string>();
  let next = url;
  let body = form;
  for (let step = 0; step < 12; step++) {
    const answer = await visit(next, cookies);
    const location = answer.headers.get("location");
    if (location === null && body !== undefined && answer.status === 200) {
      const sent = await visit(next, cookies, body);
      body = undefined;
      next = new URL(sent.headers.get("location") ?? "", next).href;
    } else if (location === null)
      return { url: new URL(next), status: answer.status, text: await answer.text() };
    else next = new URL(location, next).href;
    if (next.startsWith(stopAt)) return { url: new URL(next), status: 302, text: "" };
  }
  throw new Error(`no end at ${next}`);
}

async function visit(
  url: string,
  cookies: Map<string, string>,
  form?: Record<string, string | string[]>,
): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(form ?? {}))
    for (const value of [values].flat()) body.append(name, value);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url, {
    method: form ? "POST" : "GET",
    redirect: "manual",
    headers: { cookie, connection: "close" },
    ...(form ? { body } : {}),
  });
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = line.split(";")[0]!.split("=", 2) as [string, string];
    if (value === "") cookies.delete(name);
    else cookies.set(name, value);
  }
  return response;
}
