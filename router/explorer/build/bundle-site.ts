import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

/** List of what the bundler wrote, within the site. */
export const bundleName = "bundle.json";

/** Code of the explorer, and what Vite adds to load modules. */
const explorerCode = /[\\/]router[\\/]explorer[\\/]|vite[\\/]preload-helper/;
/** Modules of the explorer that only pages of some kinds need, and those that only single operations need. */
const apart =
  /[\\/]router[\\/]explorer[\\/]web[\\/](?:account|admin|charts|console(?![\\/]prices)|response|search)[\\/]/;
const ofOperations =
  /[\\/](?:web[\\/]samples[\\/](?!mcp-config)|(?:constraint-words|text-formats|schema-rows|schema-tree|date-input|property-list|error-list|reference-page|operation-samples)\.tsx?$)/;

/**
 * Small modules of several pages are one file: a request costs more than the bytes that a page does not need of it. Those of
 * single operations and those of the account are apart, as lists do not need them.
 */
const sharedGroups = [
  {
    name: "shared",
    test: (id: string) => explorerCode.test(id) && !apart.test(id) && !ofOperations.test(id),
    minShareCount: 3,
    priority: 3,
  },
  { name: "operation", test: ofOperations, minShareCount: 2, priority: 2 },
  {
    name: "account",
    test: /[\\/]router[\\/]explorer[\\/]web[\\/]account[\\/]/,
    minShareCount: 4,
    priority: 1,
  },
];

/**
 * Bundles the browser code into `folder`: one entry, and one chunk per page. The page has no inline code, so that
 * its policy may forbid inline scripts and styles.
 */
export async function bundleSite(folder: string): Promise<void> {
  const { build } = await import("vite");
  const root = projectPath("router", "explorer", "web");
  await build({
    configFile: false,
    root,
    base: "/explorer/",
    logLevel: "warn",
    publicDir: false,
    cacheDir: projectPath("dist", ".vite"),
    // Other versions of graphql come with tools of the build; the browser gets the project's.
    resolve: { dedupe: ["graphql", "preact"] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      assetsDir: "assets",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssCodeSplit: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      manifest: bundleName,
      rolldownOptions: {
        input: join(root, "index.html"),
        // Slow builds on a loaded machine need no warning.
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: sharedGroups } },
      },
    },
  });
}
