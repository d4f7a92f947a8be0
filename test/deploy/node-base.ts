import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { accessSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { projectPath } from "../../src/project-root.ts";

/** This machine's npm: where its program is, and how it reaches packages. */
export interface MachineNpm {
  program: string;
  cache: string;
  registry: string;
  /** PEM text of the authorities that this machine trusts. */
  authorities: string;
}

export async function readMachineNpm(): Promise<MachineNpm> {
  const program = findNpm();
  const settings = await Promise.all(
    ["cache", "registry", "cafile"].map(async (name) => {
      const words = [program, "config", "get", name];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectPath() });
      return stdout.trim();
    }),
  );
  const [cache, registry, cafile] = settings as [string, string, string];
  const { NODE_EXTRA_CA_CERTS = "", SSL_CERT_FILE = "" } = process.env;
  const added = [cafile, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE].filter((path) => path.startsWith("/"));
  const texts = await Promise.all([...new Set(added)].map((path) => readFile(path, "utf8").catch(() => "")));
  return { program, cache, registry, authorities: [...rootCertificates, ...texts].join("\n") };
}

/** The real path of npm-cli.js. An npm that runs this process says which it is. */
function findNpm(): string {
  const inPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "npm"));
  for (const path of [process.env["npm_execpath"] ?? "", ...inPath]) {
    try {
      accessSync(path);
      const real = realpathSync(path);
      if (basename(real) === "npm-cli.js") return real;
    } catch {
      // Not here.
    }
  }
  throw new Error("There is no npm on this machine.");
}

/**
 * Writes the files of a base image into `folder`, without an image registry: a Debian from its packages, the
 * Node of this project, and this machine's npm. npm installs from its cache.
 */
export async function writeNodeBase(
  folder: string,
  npm: MachineNpm,
  run: (program: string, words: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const local = join(folder, "files", "usr", "local");
  await mkdir(join(local, "bin"), { recursive: true });
  await mkdir(join(local, "etc"));
  const node = join(local, "bin", "node");
  await cp(realpathSync(process.execPath), node);
  await chmod(node, 0o755);
  await cp(dirname(dirname(npm.program)), join(local, "lib", "node_modules", "npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin", "npm"));
  await writeFile(join(local, "etc", "npm-authorities.pem"), npm.authorities);
  const settings = [
    "prefer-offline=true",
    "fetch-retries=5",
    `registry=${npm.registry}`,
    "cafile=/usr/local/etc/npm-authorities.pem",
  ];
  await writeFile(join(local, "etc", "npmrc"), `${settings.join("\n")}\n`);
  await writeFile(join(folder, "Containerfile"), "FROM scratch\nADD debian.tar /\nCOPY files /\n");
  // Unpacked, not configured: nothing in the image needs a package manager, and that is a quarter of the work.
  const packages = "--include=base-files,base-passwd,coreutils,dash,findutils,grep,libc-bin,libstdc++6,sed";
  const merged = "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr";
  const words = ["--quiet", "--variant=extract", merged, packages, "bookworm", join(folder, "debian.tar")];
  await run("mmdebstrap", words);
}
