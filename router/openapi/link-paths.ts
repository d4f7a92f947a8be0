import { carrierCallPaths } from "./carrier-call-paths.ts";
import { fileLinkPaths } from "./file-paths.ts";
import type { LinkPath } from "./link-path.ts";
import { messageLinkPaths } from "./message-link-paths.ts";

/** All that the document shows beside the stored operations. */
export const linkPaths: readonly LinkPath[] = [...fileLinkPaths, ...messageLinkPaths, ...carrierCallPaths];
