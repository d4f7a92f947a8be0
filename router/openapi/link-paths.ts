import { calendarNotificationPaths } from "./calendar-notification-paths.ts";
import { carrierCallPaths } from "./carrier-call-paths.ts";
import { fileLinkPaths } from "./file-paths.ts";
import type { LinkPath } from "./link-path.ts";
import { messageLinkPaths } from "./message-link-paths.ts";

/** All paths in the document besides the stored operations. */
export const linkPaths: readonly LinkPath[] = [
  ...fileLinkPaths,
  ...messageLinkPaths,
  ...carrierCallPaths,
  ...calendarNotificationPaths,
];
