import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseSupergraphConfig } from "../../router/schema/supergraph-config.ts";
import { projectPath } from "../../src/project-root.ts";

const valid = `
    address: https://reviews.example.com
    signed: false
    access: { default: deny }
    schema: { introspect: true }`;
const parse = (entry: string, top = "") => parseSupergraphConfig(`${top}subgraphs:\n  reviews:${entry}\n`);

test("the project's own subgraphs are entries like any other", () => {
  const entries = parseSupergraphConfig(readFileSync(projectPath("supergraph.yaml"), "utf8"));
  expect(entries.map(({ name }) => name)).toEqual(["hub", "property", "gateway"]);
  for (const { access, signed } of entries) {
    expect(signed).toBe(true);
    expect(access).toEqual({ default: null, checkedBy: "subgraph" });
  }
});

test("a short entry has safe defaults", () => {
  expect(parse(valid)).toEqual([
    {
      name: "reviews",
      address: "https://reviews.example.com",
      path: "/graphql",
      schema: { introspect: true },
      protocol: "graphql",
      signed: false,
      headers: [],
      retries: 1,
      access: { default: { auth: "internal" }, checkedBy: "router" },
      overrides: [],
    },
  ]);
});

test("a named rule is a default", () => {
  const rules = "rules:\n  partner: { auth: caller, scope: read:partner }\n";
  const [entry] = parse(valid.replace("deny", "partner"), rules);
  expect(entry!.access.default).toEqual({ auth: "caller", scope: "read:partner" });
});

describe("a file that is not valid is refused with the path of the fault", () => {
  test.each([
    ["an unknown key", `${valid}\n    timout: 1`, "subgraphs.reviews: Unrecognized key"],
    ["no default access", valid.replace("{ default: deny }", "{}"), "subgraphs.reviews.access.default"],
    ["an unknown rule", valid.replace("deny", "toString"), "subgraphs.reviews.access.default: unknown rule"],
    ["access as the parent's without a check", valid.replace("deny", "parent"), "`parent` needs"],
    [
      "checks by a subgraph that does not know the principal",
      valid.replace("deny", "deny, checkedBy: subgraph"),
      "access.checkedBy: must be router",
    ],
    ["a path in the address", valid.replace(".com", ".com/graphql"), "subgraphs.reviews.address"],
    ["credentials in the address", valid.replace("https://", "https://a:b@"), "subgraphs.reviews.address"],
    ["another protocol", valid.replace("https://", "file://"), "subgraphs.reviews.address"],
    ["a query in the path", `${valid}\n    path: /graphql?a=b`, "subgraphs.reviews.path"],
    ["credentials to propagate", `${valid}\n    headers: [Authorization]`, "subgraphs.reviews.headers.0"],
    ["a cookie to propagate", `${valid}\n    headers: [cookie]`, "subgraphs.reviews.headers.0"],
    ["the principal to propagate", `${valid}\n    headers: [x-principal]`, "subgraphs.reviews.headers.0"],
    [
      "a client's address to propagate",
      `${valid}\n    headers: [x-forwarded-for]`,
      "subgraphs.reviews.headers.0",
    ],
    ["a header with a line break", `${valid}\n    headers: ["a\\nb"]`, "subgraphs.reviews.headers.0"],
    ["many retries", `${valid}\n    retries: 1000`, "subgraphs.reviews.retries"],
    ["overrides of an unknown subgraph", `${valid}\n    overrides: [hub]`, "hub is not another subgraph"],
    ["no schema", valid.replace("{ introspect: true }", "{}"), "subgraphs.reviews.schema"],
  ])("%s", (_name, entry, fault) => {
    expect(() => parse(entry)).toThrow(fault);
  });

  test("a built-in rule cannot be redefined", () => {
    expect(() => parse(valid, "rules:\n  deny: { auth: public }\n")).toThrow(
      "rules.deny: is the name of a built-in rule",
    );
  });

  test("a name like that of an inherited property", () => {
    expect(() => parseSupergraphConfig(`subgraphs:\n  __proto__:${valid}\n`)).toThrow(
      "supergraph.yaml is not valid",
    );
  });

  test("a large file, and one that grows by aliases", () => {
    expect(() => parse(`${valid} # ${"x".repeat(300_000)}`)).toThrow("larger than");
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nsubgraphs: {}`;
    expect(() => parseSupergraphConfig(bomb)).toThrow();
  });
});
