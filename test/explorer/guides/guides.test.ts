import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { scanCode } from "../../../router/explorer/data/code-scan.ts";
import { readDocsSource } from "../../../router/explorer/data/docs-source.ts";
import { errorWords } from "../../../router/explorer/data/error-words.ts";
import { guideContent, type GuideContent } from "../../../router/explorer/data/guide-files.ts";
import { guideList } from "../../../router/explorer/data/guide-list.ts";
import { parseGuide, userPart } from "../../../router/explorer/data/guide-parse.ts";
import { errorStatus } from "../../../src/errors.ts";
import { eventFamilies } from "../../../src/events/event-catalogue.ts";
import { projectPath } from "../../../src/project-root.ts";
import { sourceFiles } from "./test-sources.ts";

const textOf = (slug: string): string => readFileSync(projectPath("docs", "guides", `${slug}.md`), "utf8");
const noLinks = { link: () => null, code: () => null };

describe("the guides of the explorer", () => {
  let content: GuideContent;
  beforeAll(async () => {
    content = guideContent(await readDocsSource(scanCode()));
  });

  test("each guide has a summary and links only to pages and headings that exist", () => {
    expect(content.guides).toHaveLength(guideList.length);
    const anchors = new Map(
      content.guides.map(({ docs }) => [docs.slug, new Set(docs.headings.map(({ id }) => id))]),
    );
    const broken = content.guides.flatMap(({ docs, markdown }) => {
      const targets = [...markdown.matchAll(/\]\(\/guides\/([\w-]+)\.md(?:#([\w-]+))?\)/g)];
      const dead = targets.filter(([, slug, anchor]) => {
        const known = anchors.get(slug!);
        return !known || (anchor !== undefined && !known.has(anchor));
      });
      return dead.map(([whole]) => `${docs.slug}: ${whole}`);
    });
    expect(broken).toEqual([]);
    expect(content.guides.filter(({ docs }) => docs.summary.length < 40)).toEqual([]);
  });

  test("inline codes lead to operations, tools, errors and pages", () => {
    const text = JSON.stringify(content.guides.map(({ docs }) => docs.body));
    for (const href of [
      "/rest/RotateApiKey",
      "/tools/render_invoice_pdf",
      "/errors#TOKEN_EXPIRED",
      "/prices",
    ])
      expect(text.includes(`"href":"${href}"`), href).toBe(true);
  });

  test("the event catalogue has every event with an example and the properties of its object", () => {
    const { events, objects } = content.events;
    const types = eventFamilies.flatMap(({ name, events: own }) =>
      Object.keys(own).map((event) => `${name}.${event}`),
    );
    expect(events.map(({ type }) => type)).toEqual(types);
    for (const { type, shape, example } of events) {
      const known = objects[shape]!.properties.map(({ path }) => path);
      expect(
        Object.keys(example).filter((key) => !known.includes(key)),
        type,
      ).toEqual([]);
    }
  });
});

/** Paths of files and folders of the repository, and links to decisions, in a text. */
function repositoryPaths(text: string): string[] {
  const paths = (text.match(/(?<![\w./])[a-z]+\/[\w./-]*\w/g) ?? []).filter((path) =>
    existsSync(projectPath(path)),
  );
  return [...paths, ...(text.match(/\.\.\/decisions\/[\w-]+/g) ?? [])];
}

test("no guide of the explorer names files of the repository", () => {
  const found = guideList.flatMap(({ slug }) =>
    repositoryPaths(userPart(textOf(slug))).map((path) => `${slug}: ${path}`),
  );
  expect(found).toEqual([]);
  const text =
    "see `router/limits/checks.ts`, [why](../decisions/0001-a.md) and `packages/mcp-client`; GET /packages/client";
  expect(repositoryPaths(text)).toEqual([
    "router/limits/checks.ts",
    "packages/mcp-client",
    "../decisions/0001-a",
  ]);
});

/** Guides whose commands a test runs, by the calls in the tests. */
function documentsRun(): Set<string> {
  const found = sourceFiles().flatMap((text) => [...text.matchAll(/"docs\/guides\/([\w-]+)\.md"/g)]);
  return new Set(found.map(([, slug]) => slug!));
}

test("every guide with commands is run by a test, and has no commands that are not run", () => {
  const run = documentsRun();
  const withCommands = guideList.filter(({ slug }) => /^```sh$/m.test(userPart(textOf(slug))));
  expect(withCommands.length).toBeGreaterThan(15);
  expect(withCommands.map(({ slug }) => slug).filter((slug) => !run.has(slug))).toEqual([]);
  const indented = guideList.filter(({ slug }) => /^ {4}\$ /m.test(userPart(textOf(slug))));
  expect(indented).toEqual([]);
  // Programs of other vendors, which are not installed here, and commands that wait for a person.
  const excused = ["$ claude ", "$ hub login ", "$ hub listen ", "$ hub logs --follow"];
  const shown = guideList.flatMap(({ slug }) => userPart(textOf(slug)).match(/^\$ .*$/gm) ?? []);
  expect(shown.filter((line) => !excused.some((start) => line.startsWith(start)))).toEqual([]);
});

test("the guide about errors lists every code with its status, cause and fix", () => {
  const sections = textOf("errors").split(/^## /m);
  const rows = (status: number) =>
    sections.find((section) => section.startsWith(`${status} `))?.match(/^\| `.*$/gm) ?? [];
  const codes = [...Object.entries(errorStatus), ["INSUFFICIENT_CREDITS", 402] as const];
  for (const status of new Set(codes.map(([, own]) => own))) {
    const expected = codes
      .filter(([, own]) => own === status)
      .map(([code]) => {
        const { cause, fix } = errorWords[code as keyof typeof errorWords];
        return `| \`${code}\` | ${cause} | ${fix} |`.replaceAll("<", "\\<");
      });
    expect(rows(status), String(status)).toEqual(expected);
  }
});

test("what a page cannot show is refused", () => {
  const guide = (text: string) => () => parseGuide(`# Title\n\nFirst.\n\n${text}`, noLinks);
  expect(guide("<b>bold</b>")).toThrow("cannot have html");
  expect(guide("![image](a.png)")).toThrow("cannot have image");
  expect(guide("#### Deep")).toThrow("level 4");
  expect(guide("## Same\n\n## Same")).toThrow("Two headings");
  expect(guide("| a | b |\n|---|---|\n| `x|y` | 2 < 3 & 4 |")).not.toThrow();
});

test("code blocks in several languages become one block, and the repository part is left out", () => {
  const markdown =
    "# Title\n\nFirst.\n\n```js\n1\n```\n\n```python\n2\n```\n\n## In this repository\n\nSecret.\n";
  const { body } = parseGuide(markdown, noLinks);
  expect(body[1]).toEqual({
    tag: "samples",
    samples: [
      { language: "js", code: "1" },
      { language: "python", code: "2" },
    ],
  });
  expect(JSON.stringify(body)).not.toContain("Secret");
});

test("the list has only files that exist", () => {
  const files = new Set(readdirSync(projectPath("docs", "guides")));
  expect(guideList.filter(({ slug }) => !files.has(`${slug}.md`))).toEqual([]);
});
