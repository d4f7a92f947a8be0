import type { CallContext } from "../../src/context.ts";
import type { StoredOperation } from "../operations/registry.ts";

/** What the request log says about a request beyond its route and status; filled while the request runs. */
export interface RequestNote {
  /** Name of the stored operation or of the client's GraphQL operation. */
  operation: string | null;
  /** The stored operation and its input, as a door has read it. */
  run: { operation: StoredOperation; input: Record<string, unknown> } | null;
  code: string | null;
}

/** On the request, and on the meter of its call, which copies of the call share. Weak maps would cost more to collect. */
const noteKey = Symbol("note");
interface Noted {
  [noteKey]?: RequestNote;
}

/** Makes the note of a request that is logged. */
export function openNote(request: object, { meter }: CallContext): RequestNote {
  const note: RequestNote = { operation: null, run: null, code: null };
  (request as Noted)[noteKey] = note;
  (meter as Noted)[noteKey] = note;
  return note;
}

const noteOf = (noted: object): RequestNote | undefined => (noted as Noted)[noteKey];

/** Notes the stored operation that a call runs. */
export function noteRun(
  { meter }: CallContext,
  operation: StoredOperation,
  input: Record<string, unknown>,
): void {
  const note = noteOf(meter);
  if (!note) return;
  note.operation = operation.row.name;
  note.run = { operation, input };
}

/** Notes the name of a GraphQL operation. */
export function noteOperation({ meter }: CallContext, name: string): void {
  const note = noteOf(meter);
  if (note) note.operation = name;
}

/** Notes the code of the error that a call is answered with. */
export function noteCode({ meter }: CallContext, code: unknown): void {
  noteRefusal(meter, code);
}

/** Notes the code of the error that a request is answered with, where its call is not known. */
export function noteRefusal(request: object, code: unknown): void {
  const note = noteOf(request);
  if (note && typeof code === "string") note.code = code;
}
