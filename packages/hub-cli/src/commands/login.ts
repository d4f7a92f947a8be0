import { credentialsPath, readStored, writeStored, type Environment } from "../credentials.ts";
import { urlOf, type GlobalOptions } from "../connect.ts";
import { signIn } from "../device-login.ts";
import { plain } from "../output.ts";

/** Signs in and stores the tokens for later commands. */
export async function login(
  options: GlobalOptions & { scope?: string; clientId?: string },
  env: Environment,
): Promise<void> {
  const url = await urlOf(options, env);
  const session = await signIn(
    url,
    (code, page) =>
      process.stderr.write(`Open ${plain(page)}\nand check that it shows the code ${plain(code)}.\n`),
    options,
  );
  const path = credentialsPath(env);
  const { sessions } = await readStored(path);
  sessions[url] = session;
  await writeStored(path, { current: url, sessions });
  process.stdout.write(`Signed in to ${url}.\n`);
}

/** Deletes the tokens of the platform from this machine. */
export async function logout(options: GlobalOptions, env: Environment): Promise<void> {
  const url = await urlOf(options, env);
  const path = credentialsPath(env);
  const { sessions, current } = await readStored(path);
  delete sessions[url];
  await writeStored(path, { current: current === url ? null : current, sessions });
  process.stdout.write(`Signed out of ${url}.\n`);
}
