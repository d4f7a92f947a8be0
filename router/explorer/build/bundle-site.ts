import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";

/**
 * Bundles the browser's side into `folder`: one entry, a chunk for each page. Nothing stands in the page itself, so that
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
      // A machine under load is no reason for a warning.
      rolldownOptions: { input: join(root, "index.html"), checks: { pluginTimings: false } },
    },
  });
}
