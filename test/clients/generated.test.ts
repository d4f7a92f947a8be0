import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pascalCase } from "../../router/clients/client-operation.ts";
import { projectPath } from "../../src/project-root.ts";

const run = promisify(execFile);
const maxBytes = 12 * 1024;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-clients-"));
  await symlink(projectPath("node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

test("the client of each app has less than 12 KB, minified and compressed", async () => {
  const apps = (await readdir(projectPath("packages/client/dist/apps")))
    .filter((file) => file.endsWith(".js"))
    .map((file) => file.slice(0, -3));
  expect(apps).toEqual(expect.arrayContaining(["central", "invoicer", "payroll", "property"]));
  const sizes = apps.map(async (app) => {
    const name = `create${pascalCase(app)}Client`;
    const source = `import { ${name} } from "@hub-platform/client/${app}"; globalThis.client = ${name}({ baseUrl: "/" });`;
    return [app, await sizeOf(source)] as const;
  });
  const found = await Promise.all(sizes);
  // A client that was removed as unused would be small, too.
  expect(Math.min(...found.map(([, size]) => size))).toBeGreaterThan(1_000);
  expect(found.filter(([, size]) => size >= maxBytes)).toEqual([]);
});

test("a program that uses errors only carries no client", async () => {
  const source = `import { isHubError } from "@hub-platform/client/errors"; globalThis.test = isHubError;`;
  expect(await sizeOf(source)).toBeLessThan(600);
});

const program = `
import { createInvoicerClient } from "@hub-platform/client/invoicer";
import { isHubError } from "@hub-platform/client/errors";
import type { Invoice } from "@hub-platform/client/models";

const client = createInvoicerClient({ baseUrl: "https://hub.example", credential: "key" });
export async function totals(): Promise<number> {
  const page = await client.listInvoices({ limit: 2, status: ["paid"] });
  const first: Invoice | undefined = page.invoices[0];
  let sum = first?.total ?? 0;
  for await (const invoice of client.listInvoices()) sum += invoice.total;
  const made = await client.createInvoice(
    { client: "ann@example.com", items: [{ description: "Cake", amount: 5 }] },
    { idempotencyKey: "one" },
  );
  return sum + made.invoiceId.length;
}
export const faults = (error: unknown): number =>
  isHubError(error, "VALIDATION_ERROR") ? error.details.fields.length : 0;
`;

/** Lines of a wrong program, each of which must not compile. */
const wrong = [
  `import { createInvoicerClient } from "@hub-platform/client/invoicer";`,
  `import { isHubError } from "@hub-platform/client/errors";`,
  `const client = createInvoicerClient({ baseUrl: "https://hub.example" });`,
  `void client.getInvoice({});`,
  `void client.listInvoices({ status: ["lost"] });`,
  `export const code = isHubError(null, "NO_SUCH_CODE");`,
];

test("the types accept a right program, and refuse each line of a wrong one", async () => {
  await writeFile(join(folder, "right.ts"), program);
  await writeFile(join(folder, "wrong.ts"), wrong.join("\n"));
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", ""];
  const tsc = projectPath("node_modules", "typescript", "bin", "tsc");
  const files = ["right.ts", "wrong.ts"];
  const { stdout } = await run(process.execPath, [tsc, ...options, "--lib", "es2024,dom", ...files], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  const places = stdout.match(/^\w+\.ts[(:]\d+/gm) ?? [];
  expect(
    places.map((place) => place.replace("(", ":")),
    stdout,
  ).toEqual(["wrong.ts:4", "wrong.ts:5", "wrong.ts:6"]);
});
