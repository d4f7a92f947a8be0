import { mkdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreLibraryLinks } from "../../src/db/postgres/postgres-binaries.ts";
import { temporaryDirectory } from "./postgres-holder.ts";

test("library links that npm's skipped install script would have made are made at start", async (context) => {
  const home = join(await temporaryDirectory(context), "native");
  await mkdir(join(home, "lib"), { recursive: true });
  await writeFile(join(home, "lib", "libpq.so.5.18"), "library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  await writeFile(join(home, "pg-symlinks.json"), JSON.stringify(links));
  await restoreLibraryLinks(home);
  await restoreLibraryLinks(home);
  expect(await readlink(join(home, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
  expect(await readFile(join(home, "lib", "libpq.so.5"), "utf8")).toBe("library");
});
