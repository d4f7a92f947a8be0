import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { FaultProxy } from "../split/fault-proxy.ts";
import { takePorts } from "../split/ports.ts";
import { until } from "../support/poll.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { BuiltImage, canBuildImages, type ImageRun } from "./built-image.ts";

const minute = 60_000;
/** Several times what it takes on two idle cores. */
const buildDeadlineMs = 18 * minute;
const processDeadlineMs = 3 * minute;

const kinds = ["hub", "property", "gateway", "router", "worker"] as const;
const subgraphs = ["hub", "property", "gateway"] as const;

describe.skipIf(!canBuildImages)("the built image", () => {
  let image: BuiltImage;
  beforeAll(async () => {
    image = await BuiltImage.build(buildDeadlineMs);
  }, buildDeadlineMs + minute);
  afterAll(async () => {
    await image?.remove();
  }, 3 * minute);

  const inImage = (...parts: string[]) => join(image.files, "app", ...parts);

  test("the image runs as an unprivileged user that cannot change the program", async () => {
    expect(image.config).toMatchObject({ User: "10001:10001", Cmd: ["router"], StopSignal: "SIGTERM" });
    const script = `id -u; id -g; touch "$DATA_DIR/a" /tmp/a && echo scratch; touch dist/main.js package.json; echo $?`;
    const run = image.runProgram(["sh", "-c", script]);
    await run.ended;
    const lines = run.stdout().split("\n");
    expect(lines.slice(0, 3)).toEqual(["10001", "10001", "scratch"]);
    expect(lines).toContain("1");
    expect(run.output().match(/Permission denied/g)).toHaveLength(2);
  });

  test("the image has exactly the packages that it needs", async () => {
    const { packages } = JSON.parse(readFileSync(projectPath("package-lock.json"), "utf8")) as {
      packages: Record<string, { dev?: true; devOptional?: true; optional?: true }>;
    };
    const paths = Object.keys(packages).filter((path) => path.startsWith("node_modules/"));
    const isNeeded = (path: string) => {
      const { dev, devOptional, optional } = packages[path]!;
      return !dev && !devOptional && !optional;
    };
    const needed = paths.filter(isNeeded);
    expect(needed.length).toBeGreaterThan(100);
    expect(needed.filter((path) => !existsSync(inImage(path)))).toEqual([]);
    const others = paths.filter((path) => !isNeeded(path));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter((path) => existsSync(inImage(path)))).toEqual([]);
  });

  test("the image has no tests, history, or builder's settings or caches", async () => {
    const own = ["dist", "node_modules", "package.json", "packages", "router", "schema", "src"];
    expect((await readdir(inImage())).sort()).toEqual([...own, "subgraphs", "supergraph.yaml"]);
    const cached = [inImage("node_modules", ".cache"), join(image.files, "root", ".npm", "_cacache")];
    expect(cached.filter((path) => existsSync(path))).toEqual([]);
  });

  test("the image stays below its size limit", () => {
    const mebibytes = image.ownBytes / 2 ** 20;
    expect(mebibytes).toBeGreaterThan(100);
    expect(mebibytes).toBeLessThan(380);
  });

  test("the image without settings lists the missing ones", async () => {
    const run = image.run([]);
    expect(await run.ended).toBe(3);
    for (const name of ["OIDC_ISSUER", "KEY_PEPPER", "ENCRYPTION_SECRET", "INTERNAL_SECRET"])
      expect(run.output()).toContain(name);
  });

  describe("on a database", () => {
    let database: TestDatabase;
    let proxy: FaultProxy | null;
    let settings: Record<string, string>;
    const ports = new Map<string, number>();
    beforeAll(async () => {
      database = await createTestDatabase();
      const way = await overTcp(database.url);
      proxy = way.proxy;
      const numbers = await takePorts(kinds.length);
      for (const [index, kind] of kinds.entries()) ports.set(kind, numbers[index]!);
      settings = productionSettings(way.url, ports);
    });
    afterAll(async () => {
      await proxy?.stop();
      await database?.drop();
    });

    const isReady = async (kind: string) => {
      const url = `http://127.0.0.1:${ports.get(kind)}/readyz`;
      return fetch(url, { headers: { connection: "close" } }).then(
        ({ status }) => status === 200,
        () => false,
      );
    };

    test(
      "prepares it, serves each part and does its work, and ends when it is asked to",
      async () => {
        const migrate = image.run(["migrate"], settings);
        expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringContaining("up to date")]);

        const runs = new Map<string, ImageRun>();
        for (const kind of kinds) {
          const port = String(ports.get(kind));
          const place: Record<string, string> = kind === "worker" ? { METRICS_PORT: port } : { PORT: port };
          runs.set(kind, image.run([kind], { ...settings, ...place }));
        }
        for (const [kind, run] of runs)
          await until(
            `${kind} is ready`,
            () => {
              if (!run.isRunning()) throw new Error(`${kind} ended: ${run.output()}`);
              return isReady(kind);
            },
            processDeadlineMs,
          );

        const router = `http://127.0.0.1:${ports.get("router")}`;
        const page = await fetch(router, { headers: { accept: "text/html" } });
        expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/^<!doctype html>/i)]);
        const paths = await (await fetch(`${router}/openapi.json`)).json();
        expect(Object.keys((paths as { paths: object }).paths).length).toBeGreaterThan(100);

        for (const run of runs.values()) {
          const pid = (await run.pid())!;
          const status = await readFile(`/proc/${pid}/status`, "utf8");
          expect(status).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/m);
          process.kill(pid, "SIGTERM");
        }
        for (const [kind, run] of runs) expect([kind, await run.ended]).toEqual([kind, 0]);
      },
      10 * minute,
    );
  });
});

/** The way to a database from anywhere on this machine: a socket's file is not in the image. */
async function overTcp(databaseUrl: string): Promise<{ url: string; proxy: FaultProxy | null }> {
  const [, folder] = /@(%2F[^/]*)\//i.exec(databaseUrl) ?? [];
  if (folder === undefined) return { url: databaseUrl, proxy: null };
  const proxy = await FaultProxy.start({ path: join(decodeURIComponent(folder), ".s.PGSQL.5432") });
  return { url: databaseUrl.replace(folder, `127.0.0.1:${proxy.port}`), proxy };
}

function productionSettings(databaseUrl: string, ports: ReadonlyMap<string, number>): Record<string, string> {
  const urls = subgraphs.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports.get(name)}`]);
  return {
    ...Object.fromEntries(urls),
    HOST: "127.0.0.1",
    METRICS_PORT: "0",
    LOG_LEVEL: "info",
    DRAIN_MS: "0",
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://127.0.0.1:${ports.get("router")}`,
    OIDC_ISSUER: "https://identity.example",
    OIDC_AUDIENCE: "hub-platform",
    KEY_PEPPER: "a pepper of the image's test alone",
    ENCRYPTION_SECRET: "an encryption secret of the image's test",
    INTERNAL_SECRET: "an internal secret of the image's test",
    PROCESSOR_WEBHOOK_SECRET: "a webhook secret of the image's test",
  };
}
