import { and, hasScope, isCaller, onApp, type Rule } from "../../../src/access/rules.ts";

/** Rules of one app's operations: a caller with the scope, whose credential may act in the app. */
export function inApp(appId: string): (scope: string) => Rule {
  return (scope) => and(isCaller, hasScope(scope), onApp(appId));
}
