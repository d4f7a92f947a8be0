import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { projectPath } from "../../src/project-root.ts";
import { compileCache } from "../support/compile-cache.ts";
import { applyGuideBlock, type GuideBlock } from "./guide-blocks.ts";

const runFile = promisify(execFile);

/** Large folders that nothing writes to: a copy links to those of the project. */
const shared = ["node_modules", join("dist", "explorer")];
const left = new Set([".data", ".env", ".git", "coverage", ...shared]);

/** A copy of the project, in which things can be tried. */
export interface TreeCopy {
  /** Writes what the blocks say, each to the file as it then is. */
  apply(blocks: readonly GuideBlock[]): Promise<void>;
  /** Undoes `apply` of files with their compiled forms, until the function that it returns is called. */
  takeBack(blocks: readonly GuideBlock[]): Promise<() => Promise<void>>;
  /** Writes a file, below the root. */
  write(path: string, text: string): Promise<void>;
  /** Runs a shell command at the root of the copy. Never throws: check the exit code. */
  run(command: string): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/** Copies the project with its build output. */
export async function copyTree(): Promise<TreeCopy> {
  const root = await mkdtemp(join(tmpdir(), "hub-tree-"));
  const from = projectPath();
  await cp(from, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.has(relative(from, path)),
  });
  await mkdir(join(root, "dist"), { recursive: true });
  for (const path of shared) await symlink(projectPath(path), join(root, path));
  await keepPackagePaths(join(root, "tsconfig.json"));
  const read = (path: string) => readFile(join(root, path), "utf8").catch(() => null);
  const write = async (path: string, text: string | null) => {
    if (text === null) return rm(join(root, path), { force: true });
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const originals = new Map<string, string | null>();
  return {
    apply: async (blocks) => {
      for (const block of blocks) {
        const before = await read(block.path);
        for (const path of [block.path, compiledOf(block.path)])
          if (!originals.has(path)) originals.set(path, await read(path));
        await write(block.path, applyGuideBlock(block, before));
      }
    },
    takeBack: async (blocks) => {
      const paths = [...new Set(blocks.flatMap(({ path }) => [path, compiledOf(path)]))];
      const present = new Map(
        await Promise.all(paths.map(async (path) => [path, await read(path)] as const)),
      );
      for (const path of paths) await write(path, originals.get(path) ?? null);
      return async () => {
        for (const [path, text] of present) await write(path, text);
      };
    },
    write,
    run: async (command) => {
      const options = { cwd: root, env: cleanEnvironment(), timeout: 230_000, maxBuffer: 2 ** 26 };
      try {
        const { stdout, stderr } = await runFile("/bin/bash", ["-c", command], options);
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const {
          code,
          stdout = "",
          stderr = "",
        } = error as { code?: number; stdout?: string; stderr?: string };
        return { code: typeof code === "number" ? code : 1, output: stdout + stderr };
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * Has the compiler see packages where the copy links to them. Their paths are then those of its incremental state, which
 * would be of no use otherwise: without it each check of the copy takes five times as long.
 */
async function keepPackagePaths(file: string): Promise<void> {
  const { compilerOptions, ...config } = JSON.parse(await readFile(file, "utf8")) as {
    compilerOptions: object;
  };
  const options = { ...compilerOptions, preserveSymlinks: true };
  await writeFile(file, JSON.stringify({ ...config, compilerOptions: options }));
}

/** Where the build puts the compiled form of a source file. */
const compiledOf = (path: string) => `dist/${path.replace(/\.ts$/, ".js")}`;

/** The environment without that of a test run, whose database the copy must not share. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|DATABASE_URL|NODE_OPTIONS|NODE_ENV|TEST|FORCE_COLOR)/.test(name),
  );
  const modules = projectPath("node_modules", ".bin");
  const path = `${modules}:${process.env["PATH"] ?? ""}`;
  return { ...Object.fromEntries(own), ...compileCache(), NO_COLOR: "1", PATH: path };
}
