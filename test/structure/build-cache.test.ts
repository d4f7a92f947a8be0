import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

/** A small project whose compiler and explorer note that they ran. */
let root: string;
const log = () => join(root, "ran.log");
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-cache-"));
  for (const name of ["build.mjs", "link-node.mjs"])
    write(`.ci/${name}`, readFileSync(projectPath(".ci", name), "utf8"));
  write("package.json", `{ "type": "module" }`);
  for (const name of ["package-lock.json", "tsconfig.json", "tsconfig.build.json", "main.ts"])
    write(name, "{}");
  for (const name of ["platform", "router", "sandbox", "src", "subgraphs", "schema", "docs/guides"])
    write(`${name}/one.ts`, "export {};");
  for (const name of ["client", "hub-cli", "mcp-client"]) write(`packages/${name}/tsconfig.json`, "{}");
  for (const name of ["client", "client-python", "hub-cli", "mcp-client"])
    write(`packages/${name}/src/main.ts`, "export {};");
  write("router/clients/main.ts", "export {};");
  write("schema/openapi.json", "{}");
  write(
    "node_modules/typescript/bin/tsc",
    `const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
     const name = /packages.([\\w-]+)/.exec(process.argv[3])?.[1] ?? "code";
     appendFileSync("ran.log", name + " ");
     if (existsSync("src/broken.ts") && name === "code") process.exit(2);
     const results = name === "client" ? ["packages/client/dist/send.js", "packages/client/dist/models.d.ts"]
       : name !== "code" ? ["packages/" + name + "/dist/main.js"]
       : ["dist/router/clients/main.js", "dist/main.js", "dist/platform/start.js", "dist/router/main.js", "dist/router/explorer/build/main.js"];
     for (const path of results) {
       mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
       writeFileSync(path, 'import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";' +
         'appendFileSync("ran.log", import.meta.url.includes("clients") ? "generated " : "explorer "); mkdirSync("dist/explorer", { recursive: true });' +
         'writeFileSync("dist/explorer/manifest.json", "{}");');
     }`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function build(...words: string[]): { ran: string[]; code: number | null } {
  writeFileSync(log(), "");
  const { status } = spawnSync(process.execPath, [".ci/build.mjs", ...words], {
    cwd: root,
    stdio: "pipe",
  });
  return { ran: readFileSync(log(), "utf8").split(" ").filter(Boolean), code: status };
}

const everything = ["code", "mcp-client", "client", "generated", "hub-cli", "explorer"];

test("a part is built only when its sources are not those of its last build", () => {
  expect(build("explorer")).toEqual({ ran: everything, code: 0 });
  expect(build("explorer")).toEqual({ ran: [], code: 0 });
  appendFileSync(join(root, "packages/mcp-client/src/main.ts"), "\n");
  expect(build("explorer")).toEqual({ ran: ["mcp-client"], code: 0 });
  write("schema/openapi.json", "{ }");
  expect(build()).toEqual({ ran: ["client", "generated"], code: 0 });
  expect(build("explorer")).toEqual({ ran: ["explorer"], code: 0 });
  appendFileSync(join(root, "schema/one.ts"), "\n");
  expect(build()).toEqual({ ran: [], code: 0 });
  expect(build("explorer")).toEqual({ ran: ["explorer"], code: 0 });
  write("src/two.ts", "export {};");
  expect(build("explorer")).toEqual({ ran: ["code", "explorer"], code: 0 });
  rmSync(join(root, "dist/main.js"));
  expect(build("explorer")).toEqual({ ran: ["code"], code: 0 });
});

test("a failed build is run again, and its code is the program's", () => {
  write("src/broken.ts", "");
  expect(build("explorer")).toEqual({ ran: ["code"], code: 2 });
  expect(build("explorer")).toEqual({ ran: ["code"], code: 2 });
  rmSync(join(root, "src/broken.ts"));
  expect(build("explorer")).toEqual({ ran: everything, code: 0 });
});
