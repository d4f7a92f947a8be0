import { registerHooks } from "node:module";

const sourceMapMark = "\n//# sourceMappingURL=data:";

/**
 * The SDK without the source map of 7 MB in its largest file: V8 keeps the text of a module, and the map a second time, which
 * are 25 MB.
 */
export async function loadPlaidSdk(): Promise<typeof import("plaid")> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return url.endsWith("/plaid/dist/api.js") && loaded.source
        ? { ...loaded, source: withoutSourceMap(loaded.source) }
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
function withoutSourceMap(source: string | ArrayBuffer | NodeJS.TypedArray): Buffer {
  const bytes = typeof source === "string" ? Buffer.from(source) : Buffer.from(source as ArrayBuffer);
  const at = bytes.lastIndexOf(sourceMapMark);
  return at === -1 ? bytes : bytes.subarray(0, at);
}
