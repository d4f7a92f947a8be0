// `npm run build`: compiles the platform, the clients and the command line. With the word `explorer`, as `npm start` says, the
// explorer is built too. A part whose sources are those of its last build is left out: their hash is kept beside the result.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./link-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const shared = ["package.json", "package-lock.json", "tsconfig.json", ".ci/build.mjs"];
const code = ["main.ts", "platform", "router", "sandbox", "src", "subgraphs"];

const parts = [
  {
    stamp: "dist/.built",
    sources: [...shared, ...code, "tsconfig.build.json"],
    results: ["dist/main.js", "dist/platform/start.js", "dist/router/main.js"],
    run: () => node(compiler, "-p", "tsconfig.build.json"),
  },
  {
    stamp: "packages/mcp-client/dist/.built",
    sources: [...shared, "packages/mcp-client/src", "packages/mcp-client/tsconfig.json"],
    results: ["packages/mcp-client/dist/main.js"],
    run: () => node(compiler, "-p", "packages/mcp-client/tsconfig.json"),
  },
  {
    stamp: "packages/client/dist/.built",
    sources: [
      ...shared,
      "packages/client/src",
      "packages/client/tsconfig.json",
      "packages/client-python/src",
      "router/clients",
      "schema/openapi.json",
    ],
    results: ["packages/client/dist/send.js", "packages/client/dist/models.d.ts"],
    run: () => {
      node(compiler, "-p", "packages/client/tsconfig.json");
      node("dist/router/clients/main.js");
    },
  },
  {
    stamp: "packages/hub-cli/dist/.built",
    sources: [...shared, "packages/hub-cli/src", "packages/hub-cli/tsconfig.json"],
    results: ["packages/hub-cli/dist/main.js"],
    run: () => node(compiler, "-p", "packages/hub-cli/tsconfig.json"),
  },
];
if (process.argv.includes("explorer"))
  parts.push({
    stamp: "dist/explorer/.built",
    sources: [...shared, ...code, "schema", "docs/guides"],
    results: ["dist/explorer/manifest.json"],
    run: () => node("dist/router/explorer/build/main.js"),
  });

const hashes = new Map();

/** The hash of a file, or of all files below a folder. */
function hashOf(path) {
  const known = hashes.get(path);
  if (known) return known;
  const hash = createHash("sha256");
  for (const file of filesOf(path)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const digest = hash.digest("hex");
  hashes.set(path, digest);
  return digest;
}

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function node(...words) {
  execFileSync(process.execPath, words, { cwd: root, stdio: "inherit" });
}

/** The hash of the last build's sources; null without a complete result. */
function lastOf({ stamp, results }) {
  if (!results.every((path) => existsSync(join(root, path)))) return null;
  try {
    return readFileSync(join(root, stamp), "utf8");
  } catch {
    return null;
  }
}

/** In place of the file, never into it: a folder of results may share files with those of other clones. */
function keep({ stamp }, hash) {
  const path = join(root, stamp);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, hash);
  renameSync(`${path}.${process.pid}`, path);
}

try {
  for (const part of parts) {
    const hash = createHash("sha256")
      .update(part.sources.map((path) => `${path} ${hashOf(path)}`).join("\n"))
      .digest("hex");
    if (lastOf(part) === hash) continue;
    // Sources that change while they are built are built again: the hash is of what was there before.
    part.run();
    keep(part, hash);
  }
} catch (error) {
  // The compiler and the explorer's build have said what is wrong.
  if (typeof error.status !== "number") throw error;
  process.exitCode = error.status;
}
