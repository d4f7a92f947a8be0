import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { builtModules, loadedByNode } from "./test/support/built-modules.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

const isPartOfRun = process.argv.some((word) => word.startsWith("test/"));

export default defineConfig({
  plugins: [builtModules()],
  resolve: {
    // Without this alias vitest loads a second copy of graphql-js, and instanceof checks fail.
    alias: { graphql: fileURLToPath(new URL("./node_modules/graphql/index.js", import.meta.url)) },
  },
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    server: { deps: { external: loadedByNode } },
    // Files share the modules of a process: loading the platform anew for each takes longer than many of the tests.
    isolate: false,
    // Tests wait for databases and other processes often enough to keep one worker more than there are cores busy. For the
    // files of one folder that is not worth the third start of the platform.
    maxWorkers: Math.max(2, availableParallelism()) + (isPartOfRun ? 0 : 1),
    // Responses of a platform in the test's own process are young garbage; a larger young generation is collected less often.
    // The modules that all files share fill 200 to 400 MB: a heap that starts larger is not marked over and over while it grows.
    execArgv: ["--max-semi-space-size=64", "--initial-heap-size=1200"],
    // type-graphql asks for the metadata API even where every decorator names its type.
    setupFiles: ["reflect-metadata", "test/support/fixed-seed.ts"],
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/support/global-postgres.ts", "test/support/compile-cache.ts"],
    // Where machines are shared, something may be late once; a fault is there the second time as well. The log marks what was
    // tried again, and elsewhere nothing is.
    retry: process.env["CI"] ? 1 : 0,
    // For what hangs: on a busy machine everything takes several times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
