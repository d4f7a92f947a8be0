import { and, hasScope, isAuthenticated, onApp, type Rule } from "../../../src/access/rules.ts";

/** Access rules of an app's operations: signed in, with the scope, and with access to the app. */
export function inApp(appId: string): (scope: string) => Rule {
  return (scope) => and(isAuthenticated, hasScope(scope), onApp(appId));
}
