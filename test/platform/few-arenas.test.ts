import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { environmentOfMemory } from "../../src/config/malloc-arenas.ts";
import { projectPath } from "../../src/project-root.ts";

afterEach(() => vi.unstubAllEnvs());

test("memory is limited on Linux, and settings that are given stay", () => {
  const names = ["MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"];
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv("MALLOC_ARENA_MAX", "7");
  const own = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
  expect(environmentOfMemory()).toEqual(process.platform === "linux" ? { ...process.env, ...own } : null);
  for (const name of names) vi.stubEnv(name, "7");
  expect(environmentOfMemory()).toBeNull();
});

test("a program that replaced itself has the same process, arguments, flags and output", async () => {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const program = ["--max-semi-space-size=8", projectPath("dist", "main.js"), "start", "--help"];
  const child = spawn(process.execPath, program, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toContain("start [options]");
});
