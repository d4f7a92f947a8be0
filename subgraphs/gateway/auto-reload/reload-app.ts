import { mayUseApp } from "../../../src/access/principal.ts";
import { DomainError } from "../../../src/errors.ts";
import type { CallContext } from "../../../src/context.ts";

/**
 * Resolves the app whose credits are meant: from the input, else from the x-app-id header, else `central`. Throws
 * APP_CONFLICT when input and header differ, and FORBIDDEN when the credential has no access to the app.
 */
export function reloadAppOf(
  { appId: header, principal }: Pick<CallContext, "appId" | "principal">,
  input: string | null = null,
): string {
  if (header !== null && input !== null && header !== input) {
    throw new DomainError(
      "APP_CONFLICT",
      "The input and the x-app-id header name different apps. Name the app in one place.",
      { input, header },
    );
  }
  const appId = input ?? header ?? "central";
  if (mayUseApp(principal, appId)) return appId;
  throw new DomainError("FORBIDDEN", `This credential has no access to the app ${appId}. Use one that has.`, {
    reason: "app_not_allowed",
  });
}
