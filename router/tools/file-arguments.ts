import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError, type FieldFault } from "../../src/errors.ts";
import { readText } from "../../src/file-kind.ts";
import type { FileArgument } from "../operations/operation.ts";
import { admit, type DoorInput } from "../calls/run-operation.ts";
import { readOwnFile, type ToolFiles } from "./tool-files.ts";
import type { ToolEntry } from "./tool.types.ts";

/**
 * The input with the content of the named file in place of the argument. Access and other faults are reported
 * first. Throws VALIDATION_ERROR for a file of a type that the tool does not accept, and FILE_NOT_FOUND for one
 * that the principal's account does not own.
 */
export async function withFile(
  entry: ToolEntry,
  { input, faults, fileId }: DoorInput & { fileId: string | null },
  call: CallContext,
  files: ToolFiles | null,
): Promise<DoorInput> {
  const { takesFile, operation } = entry;
  if (fileId === null || takesFile === null) return { input, faults };
  admit(operation, call);
  const known = [...faults, ...faultsBesideFile(entry, input, fileId)];
  if (known.length > 0) throw validationError(known);
  if (!files)
    throw new DomainError(
      "SERVICE_UNAVAILABLE",
      "File storage is not configured. Send the content in the argument.",
    );
  const { bytes, contentType } = await readOwnFile(files, fileId, call);
  const content = contentOf(bytes, contentType, takesFile);
  return { input: { ...input, [takesFile.as]: content }, faults: [] };
}

/** The faults of an input, without those of the argument that a file replaces. */
export function faultsBesideFile(
  { takesFile, operation }: ToolEntry,
  input: Record<string, unknown>,
  fileId: string | null,
): FieldFault[] {
  const faults = operation.validateInput(input);
  return fileId === null ? faults : faults.filter(({ path }) => path !== takesFile?.as);
}

function contentOf(bytes: Buffer, contentType: string, { types, encoding }: FileArgument): string {
  if (!(types as readonly string[]).includes(contentType))
    throw wrongFile(`must be a file of type ${types.join(" or ")}, not ${contentType}`, "contentType");
  if (encoding === "base64") return bytes.toString("base64");
  const text = readText(bytes);
  if (text === null) throw wrongFile("must be a file in UTF-8", "utf8");
  return text;
}

function wrongFile(message: string, rule: string): DomainError {
  return validationError([{ path: "fileId", message, rule }]);
}
