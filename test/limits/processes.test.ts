import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { hasRedis, startTestRedis, type TestRedis } from "../support/redis.ts";

describe.skipIf(!hasRedis)("several processes (skipped where there is no redis-server)", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis?.stop());

  test("four processes that call at once are admitted as often as the limit says, exactly", async () => {
    const script = fileURLToPath(new URL("hammer.ts", import.meta.url));
    const hammer = async () => {
      const args = ["--import", "tsx", script, redis.url, "user:shared", "60", "200"];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectPath() });
      return Number(stdout);
    };
    const counts = await Promise.all([hammer(), hammer(), hammer(), hammer()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
  });
});
