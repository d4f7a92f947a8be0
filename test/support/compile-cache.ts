import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { quickDirectory } from "./quick-directory.ts";

/** Node's own variable would have the workers of the run write into it too, at the end, for nobody. */
const variable = "TEST_COMPILE_CACHE";

/** One folder of compiled code for all processes that the tests of a run start. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await quickDirectory(2 ** 28), "hub-test-compiled-"));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Settings by which a process of Node loads the code that earlier ones of this run have compiled: a quarter of a start. */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = process.env[variable];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Whether the caller is the one that fills the folder: true once per run. */
export async function claimCompileCache(): Promise<boolean> {
  const folder = process.env[variable];
  if (folder === undefined) return false;
  return mkdir(join(folder, "claimed")).then(
    () => true,
    () => false,
  );
}
