import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { didYouMean } from "../../src/text/did-you-mean.ts";
import { projectPath } from "../../src/project-root.ts";
import { runCommand } from "../../platform/commands/commands.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command and returns its exit code and its output per stream. */
async function run(...words: string[]) {
  const written = { out: "", err: "" };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((written.out += String(text))));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => Boolean((written.err += String(text))));
  const code = await runCommand(words);
  vi.restoreAllMocks();
  return { code, ...written };
}

describe("a word that is no command", () => {
  test.each([
    ["strt", "start"],
    ["doctr", "doctor"],
    ["compse", "compose"],
    ["imprt", "import"],
  ])("%s is usage, exit code 2, with what was likely meant", async (word, meant) => {
    const { code, out, err } = await run(word);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`Unknown command "${word}". Did you mean "${meant}"?`);
    expect(err).toContain("Commands");
  });

  test("that is near to none gets no guess", async () => {
    const { code, err } = await run("xylophone");
    expect(code).toBe(2);
    expect(err).toContain('Unknown command "xylophone".');
    expect(err).not.toContain("Did you mean");
  });
});

describe("an option that a command does not have", () => {
  test.each([
    [["demo", "--fromat", "json"], "Unknown option --fromat. Did you mean --format?"],
    [["doctor", "--write-exmaple"], "Unknown option --write-exmaple. Did you mean --write-example?"],
    [["compose", "--chek"], "Unknown option --chek. Did you mean --check?"],
    [["start", "--jsn=1"], "Unknown option --jsn. Did you mean --json?"],
    [["doctor", "--zzzzzz"], "Unknown option --zzzzzz.\n"],
  ])("%j is usage, exit code 2, and nothing was done", async (words, said) => {
    const { code, out, err } = await run(...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(said);
    expect(err).not.toContain("    at ");
  });
});

describe("a command called wrongly in another way is usage too", () => {
  test.each([
    [["demo", "--format", "xml"], "--format must be one of json, env, table."],
    [["demo", "extra"], 'Unexpected argument "extra".'],
    [["import"], 'Name the data to import: "property" or "tax-tables".'],
    [["import", "property"], "Set the data's location: --from <dir or url>."],
    [["start", "--json=maybe"], "--json"],
  ])("%j", async (words, said) => {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });
});

describe("settings that are wrong", () => {
  test("are exit code 3, every one with its name", async () => {
    vi.stubEnv("PORT", "abc");
    vi.stubEnv("LOG_LEVEL", "loud");
    const { code, out, err } = await run("doctor");
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain("Config has 2 problems");
    expect(err).toMatch(/PORT +"abc"/);
    expect(err).toMatch(/LOG_LEVEL +"loud"/);
  });
});

test("help names every command, on stdout, and is no failure", async () => {
  for (const word of ["--help", "help"]) {
    const { code, out, err } = await run(word);
    expect([code, err]).toEqual([0, ""]);
    for (const name of ["start", "demo", "import", "compose", "doctor"])
      expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
  }
});

test("the process itself ends with the command's exit code", () => {
  const tsx = ["--import", "tsx", "main.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...tsx, "strt"], {
    cwd: projectPath(),
    encoding: "utf8",
    timeout: 200_000,
  });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('Did you mean "start"?');
});

describe("reading options", () => {
  const options = { from: { type: "string" }, check: { type: "boolean" } } as const;

  test("answers values and words", () => {
    const { values, words } = readOptions(["property", "--from", "./x", "--check"], options, ["what"]);
    expect({ ...values }).toEqual({ from: "./x", check: true });
    expect(words).toEqual(["property"]);
  });

  test.each([[["--from"]], [["--check=1"]], [["a", "b"]], [["-x"]], [["--frmo", "x"]]])(
    "refuses %j as usage",
    (args) => {
      expect(() => readOptions(args, options, ["what"])).toThrow(UsageError);
    },
  );

  test("guesses the nearest word, and none that is far", () => {
    expect(didYouMean("chek", ["check", "from"])).toBe("check");
    expect(didYouMean("fro", ["check", "from"])).toBe("from");
    expect(didYouMean("banana", ["check", "from"])).toBeNull();
    expect(didYouMean("x", [])).toBeNull();
  });
});
