import { registerHooks } from "node:module";

const sourceMapMark = "\n//# sourceMappingURL=data:";

/**
 * The SDK without the source map of 7 MB in its largest file, and without its comments: V8 keeps the text of a module, with two
 * bytes for each character where one needs them, and the map a second time, which are 25 MB and 4 MB.
 */
export async function loadPlaidSdk(): Promise<typeof import("plaid")> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return url.endsWith("/plaid/dist/api.js") && loaded.source
        ? { ...loaded, source: withoutNotes(loaded.source) }
        : loaded;
    },
  });
  try {
    return await import("plaid");
  } finally {
    hooks.deregister();
  }
}

/** Bytes in place of a text: part of a text would keep the whole. */
function withoutNotes(source: string | ArrayBuffer | NodeJS.TypedArray): Buffer {
  const bytes = typeof source === "string" ? Buffer.from(source) : Buffer.from(source as ArrayBuffer);
  const at = bytes.lastIndexOf(sourceMapMark);
  const code = (at === -1 ? bytes : bytes.subarray(0, at)).toString();
  return Buffer.from(withoutComments(code));
}

/** Without comments that have lines of their own. */
function withoutComments(code: string): string {
  let isInside = false;
  const kept = code.split("\n").filter((line) => {
    if (!isInside) {
      const begins = line.trimStart().startsWith("/**");
      isInside = begins && !line.includes("*/");
      return !begins || !(isInside || line.endsWith("*/"));
    }
    isInside = !line.endsWith("*/");
    return false;
  });
  return kept.join("\n");
}
