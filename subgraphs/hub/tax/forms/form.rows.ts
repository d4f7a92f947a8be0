import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { readRows } from "../../../../src/db/read-rows.ts";
import type { TransactionContext } from "../../../../src/db/transaction.ts";
import type { FormContent } from "./form-content.ts";
import type { FormStatus } from "./form-states.ts";
import type { FormWarning } from "./form-warnings.ts";
import type { RecipientProfile } from "./recipient-profile.ts";
import type { FormProblem } from "../service/rejection-codes.ts";
import type { TinType } from "./tin.ts";

/** A form as it is stored, with its recipient's number: sealed. */
export interface Form {
  id: string;
  ownerId: string;
  businessId: string;
  recipientId: string;
  tinType: TinType;
  tinSealed: string;
  tinLast4: string;
  tinFingerprint: string;
  formType: "1099-NEC";
  taxYear: number;
  kind: "original" | "correction" | "void";
  originalFormId: string | null;
  originalRecordId: string | null;
  status: FormStatus;
  attempt: number;
  sentAttempt: number;
  isSending: boolean;
  referenceId: string | null;
  /** Vendor in the books whose payments it reports. */
  vendorId: string | null;
  accountNumber: string;
  profile: RecipientProfile;
  content: FormContent;
  warnings: FormWarning[];
  errors: FormProblem[];
  dueDate: string;
  submissionId: string | null;
  recordId: string | null;
  polls: number;
  submittedAt: Date | null;
  decidedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Names a form and its attempt at the provider. */
export function referenceOf({ id, attempt }: Pick<Form, "id" | "attempt">): string {
  return `${id}.${attempt}`;
}

/** Where the provider has a form that was sent. */
export function placeOf(form: Form): { reference: string; submissionId: string; recordId: string } {
  return { reference: referenceOf(form), submissionId: form.submissionId!, recordId: form.recordId! };
}

const selectSql = `SELECT f.id, f.owner_id AS "ownerId", f.business_id AS "businessId", f.recipient_id AS "recipientId",
    r.tin_type AS "tinType", r.tin_sealed AS "tinSealed", r.tin_last4 AS "tinLast4", f.tin_fingerprint AS "tinFingerprint",
    f.form_type AS "formType", f.tax_year AS "taxYear", f.kind, f.original_form_id AS "originalFormId",
    o.record_id AS "originalRecordId", f.status, f.attempt, f.sent_attempt AS "sentAttempt",
    COALESCE(f.sending_until > clock_timestamp(), false) AS "isSending", f.reference_id AS "referenceId", f.vendor_id AS "vendorId",
    f.account_number AS "accountNumber", f.profile, f.content, f.warnings, f.errors, f.due_date::text AS "dueDate",
    f.submission_id AS "submissionId", f.record_id AS "recordId", f.polls, f.submitted_at AS "submittedAt",
    f.decided_at AS "decidedAt", f.created_at AS "createdAt", f.updated_at AS "updatedAt"
  FROM tax_forms f JOIN tax_recipients r ON r.id = f.recipient_id LEFT JOIN tax_forms o ON o.id = f.original_form_id`;

/** Forms by a condition over `f`, with `$1`-style parameters; what else the statement says follows it. */
export async function selectForms(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<Form[]> {
  return (await executeSql<Row>(em, `${selectSql} WHERE ${where}`, values)).map(toForm);
}

/** The same outside of a transaction, as the context's owner sees it. */
export async function readForms(
  ctx: TransactionContext,
  where: string,
  values: readonly unknown[],
): Promise<Form[]> {
  const rows = await readRows<Row>(ctx, { sql: `${selectSql} WHERE ${where}`, parameters: values });
  return rows.map(toForm);
}

/** One form that is not deleted, locked until the transaction ends; null when it does not exist. */
export async function lockForm(em: EntityManager, id: string): Promise<Form | null> {
  const [form] = await selectForms(em, "f.id = $1 AND f.status <> 'deleted' FOR UPDATE OF f", [id]);
  return form ?? null;
}

/** The fields of a new form. */
export type NewForm = Pick<
  Form,
  | "id"
  | "ownerId"
  | "businessId"
  | "recipientId"
  | "tinFingerprint"
  | "taxYear"
  | "kind"
  | "originalFormId"
  | "referenceId"
  | "vendorId"
  | "accountNumber"
  | "profile"
  | "content"
  | "warnings"
  | "dueDate"
>;

/** Adds a draft that is being sent; false when there is one like it, or one that has its place. */
export async function insertDraft(em: EntityManager, form: NewForm, now: Date): Promise<boolean> {
  const sql = `INSERT INTO tax_forms (id, owner_id, business_id, recipient_id, tin_fingerprint, tax_year, kind,
      original_form_id, reference_id, account_number, profile, content, warnings, due_date, form_type, status,
      created_at, updated_at, vendor_id, sending_until, next_poll_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12::jsonb, $13::jsonb, $14, '1099-NEC', 'draft', $15, $15, $16,
      clock_timestamp() + interval '1 minute', clock_timestamp() + interval '2 minutes')
    ON CONFLICT DO NOTHING RETURNING id`;
  const { id, ownerId, businessId, recipientId, tinFingerprint, taxYear, kind, originalFormId } = form;
  const texts = [form.profile, form.content, form.warnings].map((value) => JSON.stringify(value));
  const rows = await executeSql(em, sql, [
    id,
    ownerId,
    businessId,
    recipientId,
    tinFingerprint,
    taxYear,
    kind,
    originalFormId,
    form.referenceId,
    form.accountNumber,
    ...texts,
    form.dueDate,
    now,
    form.vendorId,
  ]);
  return rows.length > 0;
}

type DateName = "submittedAt" | "decidedAt" | "createdAt" | "updatedAt";
type Row = Omit<Form, DateName> & Record<DateName, string | null>;

function toForm(row: Row): Form {
  const date = (name: DateName) => (row[name] === null ? null : new Date(row[name]));
  return {
    ...row,
    submittedAt: date("submittedAt"),
    decidedAt: date("decidedAt"),
    createdAt: date("createdAt")!,
    updatedAt: date("updatedAt")!,
  };
}
