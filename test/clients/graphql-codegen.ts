import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { codegen } from "@graphql-codegen/core";
import { preset } from "@graphql-codegen/client-preset";
import { buildSchema, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadTrustedDocuments } from "../../router/graphql/trusted-documents.ts";
import { projectPath } from "../../src/project-root.ts";
import type { TestApp } from "../support/app.ts";

const run = promisify(execFile);
const documentFile = "src/usage.graphql";

interface Config {
  schema: string;
  documents: string;
  generates: Record<string, { preset: string; presetConfig: object; config: object }>;
}

/** Runs what the guide says of typed documents: its configuration, its document and its program. */
export function describeGraphqlCodegen(getApp: () => TestApp): void {
  describe("the recipe for graphql-codegen", () => {
    let folder: string;
    let app: TestApp;
    beforeAll(async () => {
      app = getApp();
      folder = await mkdtemp(join(tmpdir(), "graphql-codegen-"));
      const blocks = await readBlocks();
      const config = await readConfig(blocks["config"]!);
      await write(documentFile, blocks["document"]!);
      await write("src/usage.ts", blocks["program"]!.replace("http://127.0.0.1:4000", app.url));
      await symlink(projectPath("node_modules"), join(folder, "node_modules"));
      for (const [path, text] of await generate(config)) await write(path, text);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function write(path: string, text: string): Promise<void> {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }

    /** The files that the command line of graphql-codegen writes for this configuration. */
    async function generate({ schema: url, generates }: Config): Promise<[string, string][]> {
      const { text, status } = await app.get(new URL(url).pathname);
      expect(status).toBe(200);
      const [[folderName, { preset: name, presetConfig, config }]] = Object.entries(generates) as [
        [string, Config["generates"][string]],
      ];
      expect(name).toBe("client");
      const source = await readFile(join(folder, documentFile), "utf8");
      const documents = [{ location: documentFile, document: parse(source), rawSDL: source }];
      const schemaAst = buildSchema(text);
      const common = { schema: parse(text), schemaAst, documents, plugins: [], pluginMap: {} };
      const sections = await preset.buildGeneratesSection({
        ...common,
        baseOutputDir: folderName,
        presetConfig,
        config,
      });
      const files = sections.map(async (section): Promise<[string, string]> => {
        const code = await codegen({ ...section, schemaAst });
        return [section.filename, code];
      });
      return Promise.all(files);
    }

    test("types the document and its program, which runs", async () => {
      const compiler = projectPath("node_modules", "typescript", "bin", "tsc");
      const options = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--skipLibCheck"];
      const modules = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
      const check = (file: string) =>
        run(process.execPath, [compiler, ...options, ...modules, "--types", "node", file], { cwd: folder });
      await check("src/usage.ts");
      const program = await readFile(join(folder, "src/usage.ts"), "utf8");
      await write("src/wrong.ts", program.replace('{ appId: "central" }', '{ app: "central" }'));
      await expect(check("src/wrong.ts")).rejects.toMatchObject({ stdout: expect.stringContaining("appId") });

      const token = (await app.as("pia"))["authorization"]!.slice("Bearer ".length);
      const env = { ...process.env, HUB_TOKEN: token };
      const { stdout } = await run(process.execPath, ["src/usage.ts"], { cwd: folder, env });
      expect(stdout).toMatch(/^\d{4}-\d{2}-\d{2} \d+\.\d{2}\n[\s\S]*available \d+/);
    });

    test("writes a manifest that the platform accepts as its file of trusted documents", async () => {
      const file = join(folder, "src/gql/persisted-documents.json");
      const entries = Object.entries(JSON.parse(await readFile(file, "utf8")) as Record<string, string>);
      expect(entries).toHaveLength(1);
      const trusted = loadTrustedDocuments(
        { mode: "only", file, registry: new Map() },
        (text) =>
          ({
            document: parse(text),
            errors: [],
          }) as never,
      );
      const [[id, text]] = entries as [[string, string]];
      expect(trusted!.byId(id)).toEqual(parse(text));
    });
  });
}

/** The blocks of the guide's section. */
async function readBlocks(): Promise<Record<string, string>> {
  const guide = await readFile(projectPath("docs/guides/clients.md"), "utf8");
  const section = guide.slice(guide.indexOf("## Dashboards: typed GraphQL documents"));
  const [config, document, program] = [...section.matchAll(/```(?:ts|graphql)\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
  return { config: config!, document: document!, program: program! };
}

async function readConfig(code: string): Promise<Config> {
  const script = stripTypeScriptTypes(code, { mode: "strip" });
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return (module as { default: Config }).default;
}
