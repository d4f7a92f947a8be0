import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectPath } from "../../src/project-root.ts";
import { quickDirectory } from "../support/quick-directory.ts";
import { readMachineNpm, writeNodeBase } from "./node-base.ts";

const missing = ["buildah", "mmdebstrap"].filter((name) => spawnSync(name, ["--version"]).status !== 0);
if (process.getuid?.() !== 0) missing.push("root");

/** Whether this machine can build images; tests that need one are skipped where it cannot. */
export const canBuildImages = missing.length === 0;

if (!canBuildImages) console.warn(`Skipped, as there is no ${missing.join(", no ")} here: the image.`);

/** The installed packages several times: as they are built, as they are copied, as a layer. Half again for other tests. */
const neededBytes = 6 * 2 ** 30;

export interface ImageConfig {
  User: string;
  Entrypoint: string[];
  Cmd: string[];
  Env: string[];
  StopSignal: string;
}

/** A program that runs in the image. */
export interface ImageRun {
  /** Its output so far, of both streams. */
  output(): string;
  stdout(): string;
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>;
  isRunning(): boolean;
  /** The process id of the program itself on this machine; null while it does not run. */
  pid(): Promise<number | null>;
  kill(): Promise<void>;
}

/**
 * The image of deploy/Containerfile, built from the files that git tracks. Needs no container runtime, and uses
 * overlay mounts where available. Everything is in its own directory. The caller removes it.
 */
export class BuiltImage {
  readonly #folder: string;
  readonly #runs = new Set<ImageRun>();
  #container = "";
  /** The root of its files. */
  files = "";
  config!: ImageConfig;
  /** Bytes of the layer upon the base. */
  ownBytes = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Rejects when it takes longer than `deadlineMs`. A build that fails leaves nothing. */
  static async build(deadlineMs: number): Promise<BuiltImage> {
    const image = new BuiltImage(await mkdtemp(join(await quickDirectory(neededBytes), "hub-image-")));
    const deadline = setTimeout(() => void image.#killAll(), deadlineMs);
    try {
      await image.#build();
      return image;
    } catch (error) {
      await image.remove();
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  }

  async #build(): Promise<void> {
    const npm = await readMachineNpm();
    const base = join(this.#folder, "base");
    await writeNodeBase(base, npm, (program, words) => this.#done(program, words));
    await this.#buildah("build", "--quiet", "--tag", "localhost/node-base", base);
    await rm(base, { recursive: true });
    const context = join(this.#folder, "context");
    await this.#copyCommitted(context);
    await mkdir(npm.cache, { recursive: true });
    // npm opens many files concurrently.
    const { stdout } = spawnSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" });
    const files = Math.min(Number(stdout.trim()) || 65_536, 65_536);
    const environment = ["--network", "host", "--ulimit", `nofile=${files}:${files}`];
    const cache = ["--volume", `${npm.cache}:/root/.npm:rw`];
    const source = ["--build-arg", "NODE_IMAGE=localhost/node-base", "--file"];
    const file = join(context, "deploy", "Containerfile");
    const tag = ["--tag", "localhost/hub-platform"];
    await this.#buildah("build", "--quiet", ...environment, ...cache, ...source, file, ...tag, context);
    await this.#open();
  }

  async #open(): Promise<void> {
    const text = await this.#buildah("inspect", "--type", "image", "localhost/hub-platform");
    const { OCIv1, Manifest } = JSON.parse(text) as { OCIv1: { config: ImageConfig }; Manifest: string };
    const { layers } = JSON.parse(Manifest) as { layers: { size: number }[] };
    this.config = OCIv1.config;
    this.ownBytes = layers.at(-1)!.size;
    this.#container = (await this.#buildah("from", "localhost/hub-platform")).trim();
    this.files = (await this.#buildah("mount", this.#container)).trim();
  }

  /** As in a clean checkout: with uncommitted changes, but without ignored or untracked files. */
  async #copyCommitted(context: string): Promise<void> {
    const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: projectPath(), encoding: "utf8" });
    for (const name of stdout.split("\0").filter((path) => path !== "" && existsSync(projectPath(path)))) {
      await mkdir(dirname(join(context, name)), { recursive: true });
      await copyFile(projectPath(name), join(context, name));
    }
  }

  /** Runs the image with these arguments, or with its own command when there are none. */
  run(words: readonly string[], env: Record<string, string> = {}): ImageRun {
    const { Entrypoint, Cmd } = this.config;
    return this.runProgram([...Entrypoint, ...(words.length > 0 ? words : Cmd)], env);
  }

  /** Runs any program in the image, as the image's user. */
  runProgram(words: readonly string[], env: Record<string, string> = {}): ImageRun {
    const settings = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    return this.#start("buildah", [...this.#store, "run", ...settings, this.#container, "--", ...words]);
  }

  /** Ends what runs, and leaves nothing. */
  async remove(): Promise<void> {
    await this.#killAll();
    if (existsSync(join(this.#folder, "store")))
      await this.#buildah("rm", "--all").catch((error: unknown) => console.warn(String(error)));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #killAll(): Promise<void> {
    await Promise.all([...this.#runs].map((run) => run.kill()));
  }

  get #store(): string[] {
    return ["--root", join(this.#folder, "store"), "--runroot", join(this.#folder, "run")];
  }

  #buildah(...words: string[]): Promise<string> {
    return this.#done("buildah", [...this.#store, ...words]);
  }

  /** Runs a program to its end, and returns its output. */
  async #done(program: string, words: readonly string[]): Promise<string> {
    const run = this.#start(program, words);
    const code = await run.ended;
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${run.output().slice(-4_000)}`);
    return run.stdout();
  }

  #start(program: string, words: readonly string[]): ImageRun {
    const { PATH = "", HOME = "", http_proxy, https_proxy, no_proxy } = process.env;
    const child = spawn(program, words, {
      env: {
        PATH,
        HOME,
        http_proxy,
        https_proxy,
        no_proxy,
        TMPDIR: this.#folder,
        BUILDAH_ISOLATION: "chroot",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { stdout: "", all: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      written.stdout += text;
      written.all += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => void (written.all += text));
    const ended = once(child, "close").then(([code]) => code as number | null);
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    const run = {
      output: () => written.all,
      stdout: () => written.stdout,
      ended,
      isRunning,
      pid: async () => (isRunning() ? findProgram(child) : null),
      kill: async () => {
        if (!isRunning()) return;
        for (const pid of await descendants(child.pid!)) endNow(pid);
        child.kill("SIGKILL");
        await ended;
      },
    };
    this.#runs.add(run);
    void ended.finally(() => this.#runs.delete(run)).catch(() => undefined);
    return run;
  }
}

/** The process below buildah's own processes. */
async function findProgram(child: ChildProcess): Promise<number | null> {
  for (const pid of (await descendants(child.pid!)).reverse()) {
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (words !== "" && !words.startsWith("buildah")) return pid;
  }
  return null;
}

/** Process ids, children after their parents. */
async function descendants(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  const children = texts.join(" ").split(" ").filter(Boolean).map(Number);
  const below = await Promise.all(children.map((child) => descendants(child)));
  return [...children, ...below.flat()];
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
