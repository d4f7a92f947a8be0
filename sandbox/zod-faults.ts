import type { ZodError } from "zod";
import type { FieldFault } from "../src/errors.ts";

/** Every fault that zod found, as the faults of a VALIDATION_ERROR. An unknown field is named by its own path. */
export function zodFaults(error: ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        path: [...path, key].join("."),
        message: "is not known",
        rule: "unknown",
      }));
    }
    return [{ path: path.join("."), message: issue.message, rule: issue.code }];
  });
}
