/** A browser that follows redirects with cookies by path, and sends forms. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /**
   * Opens an address and follows redirects until a page, or until an address that does not start with `within`. Returns the
   * last address and, for a page, its status and text.
   */
  async open(
    address: string,
    { within, form }: { within: readonly string[]; form?: URLSearchParams },
  ): Promise<{ url: string; status: number; text: string }> {
    let url = address;
    let body = form;
    for (let step = 0; step < 12; step++) {
      if (!within.some((origin) => url.startsWith(origin))) return { url, status: 0, text: "" };
      const response = await fetch(url, {
        method: body ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie: this.#cookiesFor(url), connection: "close" },
        ...(body ? { body } : {}),
      });
      this.#keep(response);
      const location = response.headers.get("location");
      const text = await response.text();
      if (location === null) return { url, status: response.status, text };
      url = new URL(location, url).href;
      body = undefined;
    }
    throw new Error("too many redirects");
  }

  #cookiesFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(" ")[0]}=${value}`)
      .join("; ");
  }

  #keep(response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
      const [name = "", ...rest] = pair.split("=");
      const path = attributes.find((one) => one.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
      this.#cookies.set(`${name} ${path}`, { value: rest.join("="), path });
    }
  }
}

/** The values of a page's form, as a browser would send them unchanged. */
export function formOf(page: string): URLSearchParams {
  const form = new URLSearchParams();
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
    const isOff = /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag);
    if (!isOff) form.append(attribute("name"), unescape(attribute("value")));
  }
  const selected = /<select name="([^"]+)"[^>]*>.*?<option value="([^"]*)" selected/s.exec(page);
  if (selected) form.append(selected[1]!, unescape(selected[2]!));
  return form;
}

function unescape(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
