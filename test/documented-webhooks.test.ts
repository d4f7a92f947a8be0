import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { eventFamilies } from "../src/events/event-catalogue.ts";
import { newWebhookSecret, signMessage } from "../subgraphs/hub/webhooks/signature.ts";

const guide = readFileSync("docs/guides/webhooks.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const codeOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)![1]!;

const secret = newWebhookSecret();
const other = newWebhookSecret();
const body = '{"type":"invoice.paid","note":"ä"}';

function delivery(secrets: readonly string[], seconds = 0): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000) - seconds;
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signMessage({ id: "msg_1", timestamp, body }, secrets),
  };
}

const cases = [
  { headers: delivery([secret]), body, isGenuine: true },
  { headers: delivery([other, secret]), body, isGenuine: true },
  { headers: delivery([other]), body, isGenuine: false },
  { headers: delivery([secret]), body: body.replace("paid", "sent"), isGenuine: false },
  { headers: delivery([secret], 600), body, isGenuine: false },
];
const expected = cases.map(({ isGenuine }) => isGenuine);

test("the code for Node.js accepts what is signed and recent, and nothing else", async () => {
  const file = join(folder, "verify.mjs");
  writeFileSync(file, codeOf("js"));
  const { isGenuine } = (await import(pathToFileURL(file).href)) as {
    isGenuine(headers: object, body: string, secret: string): boolean;
  };
  expect(cases.map((one) => isGenuine(one.headers, one.body, secret))).toEqual(expected);
});

test("so does the code for Python", () => {
  const run = `import json, sys
for one in json.load(sys.stdin)["cases"]:
    print(is_genuine(one["headers"], one["body"].encode(), ${JSON.stringify(secret)}))
`;
  const file = join(folder, "verify.py");
  writeFileSync(file, `${codeOf("python")}\n${run}`);
  const printed = execFileSync("python3", [file], { input: JSON.stringify({ cases }), encoding: "utf8" });
  expect(printed.trim().split("\n")).toEqual(expected.map((one) => (one ? "True" : "False")));
});

const isInstalled = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;
const hasGo = isInstalled("go", "version");
const hasPhp = isInstalled("php", "--version");
const hasRuby = isInstalled("ruby", "--version");

/** What a program prints for the cases: a line with true or false for each. */
function verdictsOf(program: string, args: readonly string[], file: string, source: string): boolean[] {
  writeFileSync(join(folder, file), source);
  const input = JSON.stringify({ cases, secret });
  const printed = execFileSync(program, [...args, join(folder, file)], { input, encoding: "utf8" });
  return printed
    .trim()
    .split("\n")
    .map((line) => line === "true");
}

test.skipIf(!hasPhp)("so does the code for PHP", () => {
  const run = `
$input = json_decode(file_get_contents('php://stdin'), true);
foreach ($input['cases'] as $one) {
    echo is_genuine($one['headers'], $one['body'], $input['secret']) ? 'true' : 'false', "\\n";
}
`;
  expect(verdictsOf("php", [], "verify.php", `${codeOf("php")}${run}`)).toEqual(expected);
});

test.skipIf(!hasRuby)("so does the code for Ruby", () => {
  const run = `
require "json"
input = JSON.parse($stdin.read)
input["cases"].each { |one| puts genuine?(one["headers"], one["body"], input["secret"]) }
`;
  expect(verdictsOf("ruby", [], "verify.rb", `${codeOf("ruby")}${run}`)).toEqual(expected);
});

// The compiler builds its standard library first.
test.skipIf(!hasGo)("so does the code for Go", { timeout: 300_000 }, () => {
  const source = codeOf("go")
    .replace("package webhooks", "package main")
    .replace("import (", 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"');
  const run = `
func main() {
	var input struct {
		Secret string
		Cases  []struct {
			Headers map[string]string
			Body    string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		panic(err)
	}
	for _, one := range input.Cases {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		fmt.Println(IsGenuine(headers, []byte(one.Body), input.Secret))
	}
}
`;
  expect(verdictsOf("go", ["run"], "verify.go", `${source}${run}`)).toEqual(expected);
});

test("the guide lists every event", () => {
  const rows = eventFamilies.flatMap(({ name, object, events }) =>
    Object.entries(events).map(
      ([event, { description }]) => `| \`${name}.${event}\` | ${description} | \`${object.name}\` |`,
    ),
  );
  expect(guide.slice(guide.indexOf("## Events")).match(/^\| `.*$/gm)).toEqual(rows);
});
