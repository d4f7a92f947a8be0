import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { IntakeQuestion } from "./intake-forms.types.ts";

/** A form with the questions of one version. */
export interface FormRow {
  id: string;
  serviceId: string;
  version: number;
  questions: IntakeQuestion[];
  createdAt: Date;
  updatedAt: Date;
}

type StoredForm = Omit<FormRow, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string };

const columns = `f.id, f.service_id AS "serviceId", v.version, v.questions, f.created_at AS "createdAt",
  f.updated_at AS "updatedAt"`;

/** Forms of an account by the time they were created, with their present questions; at most 200. */
export async function findForms(
  em: EntityManager,
  ownerId: string,
  {
    serviceId = null,
    formId = null,
    lock = false,
  }: { serviceId?: string | null; formId?: string | null; lock?: boolean },
): Promise<FormRow[]> {
  const rows = await executeSql<StoredForm>(
    em,
    `SELECT ${columns} FROM booking_intake_forms f
     JOIN booking_intake_versions v ON v.form_id = f.id AND v.version = f.version
     WHERE f.owner_id = $1 AND ($2::text IS NULL OR f.service_id = $2) AND ($3::text IS NULL OR f.id = $3)
     ORDER BY f.created_at, f.id LIMIT 200${lock ? " FOR UPDATE OF f" : ""}`,
    [ownerId, serviceId, formId],
  );
  return rows.map(toForm);
}

/** The version of the form that a booking answered; null without one. */
export async function findAnsweredForm(
  em: EntityManager,
  ownerId: string,
  bookingId: string,
): Promise<FormRow | null> {
  const [row] = await executeSql<StoredForm>(
    em,
    `SELECT ${columns} FROM booking_intake_uses u JOIN booking_intake_forms f ON f.id = u.form_id
     JOIN booking_intake_versions v ON v.form_id = u.form_id AND v.version = u.version
     WHERE u.owner_id = $1 AND u.booking_id = $2`,
    [ownerId, bookingId],
  );
  return row ? toForm(row) : null;
}

/** Stores a form, or another version of it. */
export async function writeForm(em: EntityManager, ownerId: string, form: FormRow): Promise<void> {
  const { id, serviceId, version, questions, createdAt, updatedAt } = form;
  await executeSql(
    em,
    `INSERT INTO booking_intake_forms (id, owner_id, service_id, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, updated_at = EXCLUDED.updated_at`,
    [id, ownerId, serviceId, version, createdAt, updatedAt],
  );
  await executeSql(
    em,
    `INSERT INTO booking_intake_versions (form_id, version, owner_id, questions, created_at)
     VALUES ($1, $2, $3, $4::jsonb, $5)`,
    [id, version, ownerId, JSON.stringify(questions), updatedAt],
  );
}

/** Notes which version of a form a booking has answered. */
export async function noteAnsweredForm(
  em: EntityManager,
  { id: bookingId, ownerId }: { id: string; ownerId: string },
  { id: formId, version }: Pick<FormRow, "id" | "version">,
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO booking_intake_uses (booking_id, owner_id, form_id, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (booking_id) DO UPDATE SET form_id = EXCLUDED.form_id, version = EXCLUDED.version`,
    [bookingId, ownerId, formId, version],
  );
}

/** Locks a service, so that it gets one form; false when the account has no such service. */
export async function lockService(em: EntityManager, ownerId: string, serviceId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM booking_services WHERE owner_id = $1 AND id = $2 FOR NO KEY UPDATE";
  return (await executeSql(em, sql, [ownerId, serviceId])).length > 0;
}

function toForm({ createdAt, updatedAt, ...form }: StoredForm): FormRow {
  return { ...form, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}
