import { execFileSync } from "node:child_process";
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

test("the guide lists every event", () => {
  const rows = eventFamilies.flatMap(({ name, object, events }) =>
    Object.entries(events).map(
      ([event, { description }]) => `| \`${name}.${event}\` | ${description} | \`${object.name}\` |`,
    ),
  );
  expect(guide.slice(guide.indexOf("## Events")).match(/^\| `.*$/gm)).toEqual(rows);
});
