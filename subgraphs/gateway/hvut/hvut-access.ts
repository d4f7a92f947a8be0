import { inApp } from "../base/app-access.ts";

/** Access rule for the truck tax app. */
export const inHvut = inApp("hvut");
