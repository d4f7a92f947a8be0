import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { environmentWithFewArenas } from "../../src/config/malloc-arenas.ts";
import { projectPath } from "../../src/project-root.ts";

afterEach(() => vi.unstubAllEnvs());

test("memory arenas are limited on Linux, unless a limit is given", () => {
  vi.stubEnv("MALLOC_ARENA_MAX", undefined);
  const limited = process.platform === "linux" ? { ...process.env, MALLOC_ARENA_MAX: "2" } : null;
  expect(environmentWithFewArenas()).toEqual(limited);
  vi.stubEnv("MALLOC_ARENA_MAX", "7");
  expect(environmentWithFewArenas()).toBeNull();
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
