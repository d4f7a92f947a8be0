import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compileTemplate,
  renderTemplate,
  templateFaults,
  variablesOf,
} from "../../../subgraphs/hub/crm/templates/template.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { sanitizeMailHtml } from "../../../subgraphs/hub/crm/templates/template-html.ts";

const template = (htmlBody: string, subject = "s", textBody: string | null = null) => ({
  subject,
  htmlBody,
  textBody,
});
const html = (htmlBody: string, variables: Record<string, unknown> = {}) =>
  renderTemplate(template(htmlBody), variables).html;

/** Texts that are likely to break something, beside any others. */
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{lastName}}",
    "{{x|<b>}}",
    "javascript:alert(1)",
    "' onmouseover='alert(1)",
    "&lt;script&gt;",
    "$& $1 $$",
    "a\r\nBcc: x@y.example",
  ),
);

/** Text of HTML as a mail client shows it. */
function shownText(escaped: string): string {
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return escaped.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => names[name]!);
}

describe("merging", () => {
  test.each([
    ["Hello {{firstName}}", { firstName: "Ann" }, "Hello Ann"],
    ["Hello {{firstName|there}}", {}, "Hello there"],
    ["Hello {{ firstName | dear friend }}", { firstName: "" }, "Hello dear friend"],
    ["Hello {{firstName|there}}", { firstName: null }, "Hello there"],
    ["{{count}} of {{isOn}}", { count: 0, isOn: false }, "0 of false"],
    ["{{constructor|none}} {{toString|none}} {{__proto__|none}}", {}, "none none {{__proto__|none}}"],
    ["{{list|none}}", { list: ["x"] }, "none"],
    ["{{a}}{{b}}", { a: "{{b}}", b: "1" }, "{{b}}1"],
    ["{{name}}", { name: "Tom & <Jerry>" }, "Tom &amp; &lt;Jerry&gt;"],
    ["{{name|A &amp; B}}", {}, "A &amp; B"],
    ["{{x|}}", {}, ""],
  ])("%s with %j is %s", (text, variables, expected) => {
    expect(html(text, variables)).toBe(expected);
  });

  test("merging reports variables without a value or a default", () => {
    const rendered = renderTemplate(template("{{a}} {{b|x}}", "{{c}}", "{{a}} {{d}}"), { d: "1" });
    expect(rendered.missing).toEqual(["c", "a"]);
    expect(variablesOf(template("{{a}} {{b|x}}", "{{c}}", "{{a}} {{d}}"))).toEqual(["c", "a", "b", "d"]);
  });

  test("merging lets no value write HTML", () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const rendered = html("<p>{{v}}</p>", { v: value });
        const inside = /^<p>([\s\S]*)<\/p>$/.exec(rendered)![1]!;
        expect(inside).not.toMatch(/[<>]/);
        // Excludes control characters, which parsers change, and lone surrogates.
        if (!/[\p{Cc}\p{Cs}\ufffd]/u.test(value)) expect(shownText(inside)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test("merging lets no value leave its attribute or become a script", () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const rendered = html('<a href="{{u}}" title="{{t}}">x</a>', { u: value, t: value });
        expect(rendered.match(/</g)).toHaveLength(2);
        const attributes = [.../^<a([^>]*)>/.exec(rendered)![1]!.matchAll(/\s([\w-]+)="[^"]*"/g)].map(
          (one) => one[1],
        );
        expect(["href", "title"]).toEqual(expect.arrayContaining(attributes));
        expect(rendered).not.toMatch(/href="\s*(javascript|data|vbscript):/i);
      }),
      { numRuns: 500 },
    );
  });

  /** Tags and the names of their attributes, without links: an invalid URL is omitted. */
  const skeletonOf = (text: string) =>
    [...text.matchAll(/<[^>]*>/g)].map(([tag]) =>
      tag.replaceAll(/ (href|src)="[^"]*"/g, "").replaceAll(/="[^"]*"/g, "="),
    );
  const urlsOf = (text: string) => [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => url!);

  test("merging lets no value add markup, in any position", () => {
    const places = fc.array(
      fc.constantFrom(
        "{{v}}",
        "{{v|d}}",
        '{{v|" href="}}',
        "<p>",
        "</p>",
        '<p title="{{v}}">',
        '<a href="{{v}}">x</a>',
        '<a href="java{{v}}script:alert(1)">x</a>',
        '<a href="{{v|}}script:alert(1)" title="{{v">x</a>',
        '<a href="{{v|" title="}}javascript:alert(1)">x</a>',
        '<img src="https://a.example/{{v}}.png" alt="{{v}}">',
        '<img src={{v}} alt={{v|" x="y}}>',
        '<p style="color:{{v|red}}">',
        "<{{v}}>",
        "<b {{v}}>",
        "<!-- {{v}} -->",
        "&lt;{{v}}&gt;",
        "<",
        '"',
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(places, nasty, (pieces, value) => {
        const written = pieces.join("");
        const rendered = html(written, { v: value });
        expect(skeletonOf(rendered)).toEqual(skeletonOf(html(written, { v: "plain" })));
        const filled = rendered.replaceAll(/ [\w-]+=""/g, "");
        expect(skeletonOf(sanitizeMailHtml(filled))).toEqual(skeletonOf(filled));
        expect(urlsOf(sanitizeMailHtml(filled))).toHaveLength(urlsOf(filled).length);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["https://a.example/?a=1&b=2", '<a href="https://a.example/?a=1&amp;b=2">x</a>'],
    ["mailto:a@b.example", '<a href="mailto:a@b.example">x</a>'],
    ["javascript:alert(1)", "<a>x</a>"],
    [" java\tscript:alert(1)", "<a>x</a>"],
    ["\u0001JAVASCRIPT:alert(1)", "<a>x</a>"],
    ["data:text/html,x", "<a>x</a>"],
    ["//evil.example", "<a>x</a>"],
    ["\\\\evil.example", "<a>x</a>"],
    ["/ /evil.example", "<a>x</a>"],
  ])("a merged URL %j is checked as a whole", (url, expected) => {
    expect(html('<a href="{{url}}">x</a>', { url })).toBe(expected);
  });

  test("variables in the text of the HTML are merged as text", () => {
    const page =
      '<h1>Hi {{name|A &amp; &lt;B&gt;}}</h1><p>See  <a href="https://a.example/{{id}}">this</a>.<br>Bye {{x}}</p>';
    const words = (variables: object) => compileTemplate(template(page)).words({ ...variables });
    expect(words({ name: "<Tom>", id: 7 })).toBe("Hi <Tom>\nSee this [https://a.example/7].\nBye");
    expect(words({ x: "{{name}}" })).toBe("Hi A & <B>\nSee this [https://a.example/].\nBye {{name}}");
  });

  test("merging keeps a subject on one line, and unescaped", () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const { subject } = renderTemplate(template("x", "Hi {{v}}!"), { v: value });
        expect(subject).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(subject.startsWith("Hi")).toBe(true);
      }),
    );
    expect(renderTemplate(template("x", "{{v}}"), { v: "A & B <c>" }).subject).toBe("A & B <c>");
  });

  test("the plain text is merged as text", () => {
    expect(renderTemplate(template("x", "s", "Hi {{v|you}}"), { v: "<b>" }).text).toBe("Hi <b>");
    expect(renderTemplate(template("x"), {}).text).toBeNull();
  });
});

describe("HTML of mails", () => {
  test.each([
    ["<p onclick='x()'>a</p>", "<p>a</p>"],
    ["<script>alert(1)</script>b", "b"],
    ["<style>p{}</style>b", "b"],
    ["<iframe src='https://x.example'></iframe><form><input></form>b", "b"],
    ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
    ['<a href="JaVa\tScRiPt:alert(1)">a</a>', "<a>a</a>"],
    ['<a href="//evil.example">a</a>', "<a>a</a>"],
    ['<img src="data:image/png;base64,x" />', "<img />"],
    ['<img src="https://a.example/b.png" alt="b" />', '<img src="https://a.example/b.png" alt="b" />'],
    ['<a href="mailto:a@b.example">m</a>', '<a href="mailto:a@b.example">m</a>'],
    ['<p style="color:red;background:url(https://x.example)">a</p>', '<p style="color:red">a</p>'],
    ['<p style="position:fixed;width:100%">a</p>', '<p style="width:100%">a</p>'],
    ['<td colspan="2" bgcolor="#fff">a</td>', '<td colspan="2" bgcolor="#fff">a</td>'],
    ["<b>a", "<b>a</b>"],
    [
      '<a href="{{link|https://a.example/}}">{{name|you}}</a>',
      '<a href="{{link|https://a.example/}}">{{name|you}}</a>',
    ],
  ])("%s becomes %s", (given, expected) => {
    expect(sanitizeMailHtml(given)).toBe(expected);
  });

  test("sanitising HTML twice is the same as once", () => {
    fc.assert(
      fc.property(nasty, nasty, (one, other) => {
        const once = sanitizeMailHtml(`<p title="${one}">${other}</p>`);
        expect(sanitizeMailHtml(once)).toBe(once);
      }),
    );
  });

  test("sanitised HTML shows escaped text unchanged", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(shownText(escapeHtml(text))).toBe(text);
      }),
    );
  });
});

test.each([
  [{ htmlBody: "{{a" }, "htmlBody", "mergeTag"],
  [{ htmlBody: "{{1a}}" }, "htmlBody", "mergeTag"],
  [{ htmlBody: "{{a|<b>}}" }, "htmlBody", "mergeTag"],
  [{ textBody: "a}}" }, "textBody", "mergeTag"],
  [{ subject: "a\nb" }, "subject", "oneLine"],
])("%j is a fault", (texts, path, rule) => {
  expect(templateFaults(texts)).toMatchObject([{ path, rule }]);
});
