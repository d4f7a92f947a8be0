import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { sendDocumentMailJob } from "./send-document-mail.job.ts";

/** Mail about a document: its recipient, or null without an address. */
export interface DocumentMail {
  ownerId: string;
  to: string | null;
  subject: string;
  paragraphs: readonly (string | null)[];
  locale: string;
  /** Link that the mail asks to open. */
  button?: { label: string; url: string } | null;
  /** Document that is attached as a PDF. */
  document?: { kind: "credit_note" | "receipt"; id: string } | null;
}

/** Enqueues a mail about a document on commit. Throws VALIDATION_ERROR without a recipient. */
export async function queueDocumentMail(
  em: EntityManager,
  { to, paragraphs, ...mail }: DocumentMail,
): Promise<void> {
  if (to === null) {
    const message = "is required because the document has no e-mail address";
    throw validationError([{ path: "to", message, rule: "required" }]);
  }
  const said = paragraphs.filter((paragraph) => paragraph !== null);
  await enqueue(em, sendDocumentMailJob, { ...mail, paragraphs: said, to, mailId: newId("mail") });
}
