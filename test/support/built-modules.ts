import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "vitest/config";
import { projectPath } from "../../src/project-root.ts";

/** Folders that `npm run build` compiles. */
const compiled = new Set(["platform", "router", "sandbox", "src", "subgraphs"]);

/** The explorer's pages are compiled for browsers alone. */
const web = ["router", "explorer", "web", ""].join(sep);

/**
 * Has tests load the compiled platform of `dist/`, as it runs in production: the runner transforms nothing but the tests, and
 * Node links the modules itself. What has changed is compiled first. Watched tests and mutants run from the sources.
 */
export function builtModules(): Plugin {
  let isActive = false;
  return {
    name: "built-modules",
    enforce: "pre",
    configureVitest({ vitest }) {
      isActive = !vitest.config.watch && !vitest.vite.config.plugins.some(({ name }) => name === "mutants");
      if (isActive) execFileSync(process.execPath, [projectPath(".ci", "build.mjs")], { stdio: "inherit" });
    },
    resolveId(source, importer) {
      if (!isActive || !source.startsWith(".") || !source.endsWith(".ts") || !importer) return null;
      const path = relative(projectPath(), join(dirname(importer), source));
      const [folder = ""] = path.split(sep);
      // What is compiled from a deleted source stays in `dist/`.
      if (!compiled.has(folder) || path.startsWith(web) || !existsSync(projectPath(path))) return null;
      return projectPath("dist", path.replace(/\.ts$/, ".js"));
    },
  };
}

/** Modules that Node loads without a transformation. */
export const loadedByNode = [new RegExp(`^${projectPath("dist", "").replaceAll(/[\\.]/g, "\\$&")}`)];
