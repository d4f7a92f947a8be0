// Links node_modules/.bin/node to the pinned Node. npm does so itself; npm 10 removes the link again when it drops the
// packages of other platforms. Where the pinned version is not published for a platform, the machine's own Node runs.
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");
const pinned = `node-${process.platform}-${process.arch}/bin/node`;
const link = join(modules, ".bin", "node");
if (process.platform !== "win32" && !existsSync(link) && existsSync(join(modules, pinned))) {
  // A link that leads nowhere does not exist for the check above.
  rmSync(link, { force: true });
  symlinkSync(join("..", pinned), link);
}
