import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSigningKey } from "../../sandbox/identity-key.ts";

const name = "identity-signing-key.json";

let made: Promise<string> | null = null;

/** The key of this process, as a file has it. */
async function makeKey(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hub-test-key-"));
  await loadSigningKey(folder);
  const text = await readFile(join(folder, name), "utf8");
  await rm(folder, { recursive: true });
  return text;
}

/**
 * Gives the stand-in of the issuer, whose keys are in `keyDir`, the key of this process: making an RSA key takes a tenth of a second
 * of processor time.
 */
export async function putSigningKey(keyDir: string): Promise<void> {
  const text = await (made ??= makeKey());
  await mkdir(keyDir, { recursive: true, mode: 0o700 });
  await writeFile(join(keyDir, name), text, { mode: 0o600 });
}
