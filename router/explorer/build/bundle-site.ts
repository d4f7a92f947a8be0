import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

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
      // Slow builds on a loaded machine need no warning.
      rolldownOptions: { input: join(root, "index.html"), checks: { pluginTimings: false } },
    },
  });
}
