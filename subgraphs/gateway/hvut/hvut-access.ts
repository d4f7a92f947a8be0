import { inApp } from "../base/app-access.ts";

/** Who may do something in the truck tax app. */
export const inHvut = inApp("hvut");
