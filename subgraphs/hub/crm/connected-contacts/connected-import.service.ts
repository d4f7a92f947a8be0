import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { actingForOwner, requireConnection, withToken } from "../../oauth/use-connection.service.ts";
import { readTags } from "../contacts/contact-facts.ts";
import { importQueue } from "../imports/import-queue.ts";
import { maxImportBytes, maxImportRows } from "../imports/import-file.ts";
import type { ContactsSource } from "../imports/import-row.ts";
import type { CrmImport } from "../imports/import.types.ts";
import { finishImport, insertImport, selectImports, storeImportFile } from "../imports/import.rows.ts";
import { requireTurn, showImport } from "../imports/imports.service.ts";
import type { ContactsAnswer, SourceContact } from "./connected-contacts.port.ts";
import type { ImportConnectedContactsInput } from "./connected-import.types.ts";

/**
 * Enqueues an import of a connected address book: a job reads it page by page, and then imports its people like the rows of a
 * file. A person is known by the ID at the service, else by the e-mail address. Consents stay. Throws VALIDATION_ERROR,
 * CONNECTION_NOT_FOUND, CONNECTION_NEEDS_REAUTH, and INVALID_STATE for a service without contacts, a missing scope, or while
 * 5 imports are unfinished. Idempotent by the key.
 */
export async function importConnectedContacts(
  ctx: HubContext,
  input: ImportConnectedContactsInput,
): Promise<CrmImport> {
  const faults: FieldFault[] = [];
  const tags = readTags(input.tags, faults);
  if (faults.length > 0) throw validationError(faults);
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "importConnectedContacts", input }, async (em) => {
    const source = await requireSource(em, ctx, input.connectionId);
    await requireTurn(em, ownerId);
    const id = newId("imp");
    const filename = `${source.provider}-contacts`;
    const row = { id, ownerId, filename, sha256: "", totalRows: 0, now: ctx.clock.now() };
    const options = { country: input.country, tags, consentSource: "import", source };
    await insertImport(em, row, { options, content: null });
    await enqueue(em, importQueue, { importId: id }, { singletonKey: id });
    return showImport((await selectImports(em, "id = $1", [id]))[0]!);
  });
}

async function requireSource(
  em: EntityManager,
  ctx: HubContext,
  connectionId: string,
): Promise<ContactsSource> {
  const unfit = new DomainError(
    "INVALID_STATE",
    "This service has no contacts to import. Choose a connection to `google` or `microsoft`.",
    { reason: "no_contacts_service" },
  );
  const services = ctx.ports.connectedContacts;
  const { row } = await requireConnection(em, ctx, { connectionId, services, unfit });
  return { connectionId, provider: row.provider, account: row.accountLabel ?? connectionId };
}

/** Why an address book could not be read, in words for the account. */
const failures = {
  connection_lost: "Access to the account has ended. Connect it again and start another import.",
  missing_scope: "The connection lacks the scope for contacts. Connect the account again with it.",
  refused: "The service refused to list the contacts. Try again later, or connect the account again.",
  too_large: "The address book has more than 100,000 contacts or 10 MiB. Import parts of it as CSV files.",
} as const;

/** Longest pause that a run waits for, and how often; after longer ones the job is tried again. */
const [maxWaitMs, maxWaits] = [60_000, 5];
/** Most pages of an address book, also of one that repeats itself. */
const maxPages = 2_000;

/** The service asks for a pause; the job is tried again. */
class ServiceBusy extends Error {
  override name = "ServiceBusy";
}

/**
 * Reads the address book of a queued import into its file, once; a second run finds the file. False when the import has
 * ended instead. Throws when the service is busy, so that the job is tried again.
 */
export async function fetchContacts(
  ctx: HubContext,
  { importId, ownerId, source }: { importId: string; ownerId: string; source: ContactsSource },
  signal?: AbortSignal,
): Promise<boolean> {
  const own = actingForOwner(ctx, ownerId);
  const lines = ["sourceId,email,phone,firstName,lastName,company"];
  const seen = new Set<string>();
  let [next, bytes, pages]: [string | null, number, number] = [null, 0, 0];
  do {
    signal?.throwIfAborted();
    const answer = await pageAfter(own, source, { next, signal });
    if (answer.kind !== "page") return end(ctx, importId, answer.kind);
    for (const contact of answer.contacts) {
      if (seen.has(contact.sourceId) || (contact.email === null && contact.phone === null)) continue;
      seen.add(contact.sourceId);
      const line = csvLine(contact);
      bytes += Buffer.byteLength(line) + 1;
      lines.push(line);
    }
    pages += 1;
    if (seen.size > maxImportRows || bytes > maxImportBytes || pages > maxPages)
      return end(ctx, importId, "too_large");
    next = answer.next;
  } while (next !== null);
  const content = lines.join("\n");
  const sha256 = createHash("sha256").update(content).digest("hex");
  await asSystem(ctx.em, (em) =>
    storeImportFile(em, { importId, ownerId, content, sha256, totalRows: lines.length - 1 }),
  );
  return true;
}

type Refusal = { kind: keyof typeof failures };

async function pageAfter(
  ctx: HubContext,
  { connectionId, provider }: ContactsSource,
  { next, signal }: { next: string | null; signal: AbortSignal | undefined },
): Promise<Extract<ContactsAnswer, { kind: "page" }> | Refusal> {
  const service = ctx.ports.connectedContacts.get(provider);
  if (!service) return { kind: "connection_lost" };
  for (let waits = 0; ; waits++) {
    const answer = await withToken(ctx, connectionId, ({ accessToken }) =>
      service.fetchPage({ accessToken, next }),
    );
    if (answer.kind !== "later" && answer.kind !== "no_token") return answer;
    const pauseMs = answer.kind === "later" ? answer.retryAfterMs : null;
    if (pauseMs === null || pauseMs > maxWaitMs || waits >= maxWaits)
      throw new ServiceBusy("The service of the address book asks to wait.");
    await wait(pauseMs, undefined, { signal });
  }
}

async function end(ctx: HubContext, importId: string, reason: keyof typeof failures): Promise<false> {
  const now = ctx.clock.now();
  await asSystem(ctx.em, (em) => finishImport(em, importId, { failure: failures[reason], now }));
  return false;
}

function csvLine({ sourceId, email, phone, firstName, lastName, company }: SourceContact): string {
  return [sourceId, email, phone, firstName, lastName, company]
    .map((text) => `"${(text ?? "").replaceAll('"', '""').replaceAll(/[\r\n\0]+/g, " ")}"`)
    .join(",");
}
