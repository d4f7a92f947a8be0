import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { projectPath } from "../../src/project-root.ts";

/** A source file by its path in the project, with its imports: project paths, or names of packages. */
export interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

// The formatter puts every static import and re-export at the start of a line.
const staticImport = /^(?:import|export)\b[^"';]*?(?:\bfrom\s*)?"([^"]+)"/gm;
const dynamicImport = /\b(?:import|require)\(\s*"([^"]+)"\s*\)/g;

/** Reads one file's imports, types included. */
export function readSource(path: string, text: string): SourceFile {
  const specifiers = [...text.matchAll(staticImport), ...text.matchAll(dynamicImport)].map(
    (match) => match[1]!,
  );
  const imports = specifiers.map((specifier) =>
    specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier,
  );
  return { path, text, imports };
}

/** The folders of the project's own code; tests and benchmarks apart. */
export const codeFolders = ["platform", "router", "sandbox", "src", "subgraphs"] as const;

/** Every TypeScript file of the project's own code. */
export function readSources(folders: readonly string[] = codeFolders): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => posix.join(folder, name)),
  );
  return [...paths.sort(), "main.ts"].map((path) =>
    readSource(path, readFileSync(projectPath(path), "utf8")),
  );
}

// An import or a re-export of something else than types.
const loadingImport = /^(?:import|export)\s+(?!type\b)(?:([\w$*{][^"';=()]*?)\s*\bfrom\s*)?"([^"]+)"/gm;
const typesAlone = /^\{(?:\s*type\s[^,}]*,?)*\s*\}$/;

/** What a file loads before it runs: its static imports without those of types alone, as they are written. */
export function readLoadedImports(text: string): string[] {
  return [...text.matchAll(loadingImport)].flatMap(([, names = "", specifier]) =>
    typesAlone.test(names.trim()) ? [] : specifier!,
  );
}

/** `@scope/name` or `name` of a specifier such as `name/file`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
