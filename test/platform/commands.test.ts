import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../platform/commands/commands.ts";

let said = { stdout: "", stderr: "" };
beforeEach(() => {
  said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

describe("wrong words", () => {
  test.each([
    [["strt"], 'Unknown command "strt". Did you mean "start"?'],
    [["gatway"], 'Did you mean "gateway"?'],
    [["qqqqqq"], 'Unknown command "qqqqqq".\n'],
    [["start", "--jsn"], "Unknown option --jsn. Did you mean --json?"],
    [["demo", "--fromat", "json"], "Unknown option --fromat. Did you mean --format?"],
    [["demo", "--format", "xml"], "--format must be one of json, env, table."],
    [["demo", "--format"], "--format"],
    [["demo", "json"], 'Unexpected argument "json".'],
    [["import"], 'Name the data to import: "property" or "tax-tables".'],
    [["import", "property"], "--from <dir or url>"],
    [["router", "--port=1"], "Unknown option --port."],
    [["router", "-p"], "Unknown option -p."],
    [["router", "--hlep"], "Unknown option --hlep. Did you mean --help?"],
    [["--jsn"], "Unknown option --jsn. Did you mean --json?"],
    [["rotate", "encryptoin"], 'Unknown action "encryptoin". Did you mean "encryption"?'],
    [["schema", "chek"], 'Unknown action "chek". Did you mean "check"?'],
    [["demo", "tokn", "pia"], 'Unexpected argument "tokn". Did you mean "token"?'],
    [["demo", "token"], "Add an identity: fay, sam, pia, bo, eve, ira, ada."],
    [["demo", "token", "pias"], 'Unknown identity "pias". Did you mean "pia"?'],
    [["demo", "token", "quentin"], 'Unknown identity "quentin". Choose one of: fay, sam'],
    [["demo", "token", "pia", "--format", "json"], "Remove --format: it does not apply to token"],
    [["help", "strt"], 'Unknown command "strt". Did you mean "start"?'],
    [["hub", "--json"], "See: node dist/main.js hub --help"],
  ])("%j are refused with 2 and what was meant", async (words, expected) => {
    expect(await runCommand(words)).toBe(2);
    expect(said.stderr).toContain(expected);
    expect(said.stdout).toBe("");
  });

  test("that are near nothing get the list of commands and no guess", async () => {
    await runCommand(["qqqqqq"]);
    expect(said.stderr).not.toContain("Did you mean");
    for (const name of ["start", "demo", "import", "doctor", "router", "hub"]) {
      expect(said.stderr).toMatch(new RegExp(`^  ${name} `, "m"));
    }
  });
});

test.each([["--help"], ["help"]])(
  "%s prints the commands on standard output and ends with 0",
  async (word) => {
    expect(await runCommand([word])).toBe(0);
    expect(said.stdout).toContain("npm start");
    expect(said.stderr).toBe("");
  },
);

test("a subgraph alone needs a database that the others share", async () => {
  vi.stubEnv("DATABASE_URL", "");
  for (const name of ["hub", "property", "gateway"]) expect(await runCommand([name])).toBe(2);
  vi.unstubAllEnvs();
  expect(said.stderr).toContain("set DATABASE_URL");
});
