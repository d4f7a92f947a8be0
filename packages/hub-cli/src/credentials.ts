import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** What a sign-in leaves for later commands. */
export interface Session {
  accessToken: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
  refreshToken: string | null;
  tokenEndpoint: string;
  clientId: string;
}

interface Stored {
  /** URL of the platform that commands use. */
  current: string | null;
  /** Sessions by the URL of the platform. */
  sessions: Record<string, Session>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file with the tokens, in the folder of the XDG base directory specification. */
export function credentialsPath(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"] ?? "";
  // Relative paths are to be ignored, says the specification.
  return join(base.startsWith("/") ? base : join(homedir(), ".config"), "hub", "credentials.json");
}

/** The stored sessions. None before the first sign-in. */
export async function readStored(path: string): Promise<Stored> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  const stored = text === null ? null : (JSON.parse(text) as Partial<Stored>);
  const sessions = Object.assign(Object.create(null) as Stored["sessions"], stored?.sessions);
  return { current: stored?.current ?? null, sessions };
}

/** Replaces the file. Only its owner can read it, from the first byte on. */
export async function writeStored(path: string, stored: Stored): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
