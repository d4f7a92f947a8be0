import { mayUseApp } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import { propertyNotFound } from "../properties/properties.service.ts";
import type { PropertyContext } from "../property.context.ts";
import type {
  SavedPropertiesArgs,
  SavedProperty,
  SavedPropertyPage,
  SavePropertyInput,
  UnsavedProperty,
  UnsavePropertyInput,
} from "./saved-properties.types.ts";

const columns = `property_id AS "propertyId", app_id AS "appId", note, saved_at AS "savedAt"`;

/**
 * Saves a property for the account. Saving it again replaces the note and keeps its position. Throws
 * PROPERTY_NOT_FOUND. Idempotent by the request's key.
 */
export async function saveProperty(ctx: PropertyContext, input: SavePropertyInput): Promise<SavedProperty> {
  const appId = requireApp(ctx, input.appId);
  const ownerId = ownerOf(ctx);
  const { propertyId, note = null } = input;
  if ((await ctx.loaders.properties.load(propertyId)) === null) throw propertyNotFound();
  return exactlyOnce(ctx, { operation: "saveProperty", input: { propertyId, appId, note } }, async (em) => {
    const [row] = await executeSql<SavedRow>(
      em,
      `INSERT INTO saved_properties (owner_id, app_id, property_id, note, saved_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (owner_id, app_id, property_id) DO UPDATE SET note = EXCLUDED.note RETURNING ${columns}`,
      [ownerId, appId, propertyId, note?.replaceAll("\0", "") ?? null, ctx.clock.now()],
    );
    return toSaved(row!);
  });
}

/** Removes a saved property. Removing one that was not saved is no error. */
export async function unsaveProperty(
  ctx: PropertyContext,
  input: UnsavePropertyInput,
): Promise<UnsavedProperty> {
  const appId = requireApp(ctx, input.appId);
  const { propertyId } = input;
  return exactlyOnce(ctx, { operation: "unsaveProperty", input: { propertyId, appId } }, async (em) => {
    const removed = await executeSql(
      em,
      "DELETE FROM saved_properties WHERE owner_id = $1 AND app_id = $2 AND property_id = $3 RETURNING 1",
      [ownerOf(ctx), appId, propertyId.replaceAll("\0", "")],
    );
    return { propertyId, appId, removed: removed.length > 0 };
  });
}

/** The account's saved properties, newest first. */
export async function listSaved(ctx: PropertyContext, args: SavedPropertiesArgs): Promise<SavedPropertyPage> {
  const { page, pageSize } = args;
  const appId = args.appId ? requireApp(ctx, args.appId) : null;
  const offset = (page - 1) * pageSize;
  const [count] = await readRows<{ total: number }>(
    ctx,
    {
      sql: `SELECT count(*)::int AS total FROM ${savedRows}`,
      parameters: [ownerOf(ctx), appsOf(ctx, appId)],
    },
    { onReplica: true },
  );
  const total = count?.total ?? 0;
  const savedProperties = await readSaved(ctx, { appId, limit: pageSize, offset });
  return { savedProperties, total, page, pageSize, hasMore: offset + savedProperties.length < total };
}

/** The account's newest saved properties, in one app or in all. */
export async function listNewestSaved(
  ctx: PropertyContext,
  options: { appId: string | null; first: number },
): Promise<SavedProperty[]> {
  const appId = options.appId === null ? null : requireApp(ctx, options.appId);
  return readSaved(ctx, { appId, limit: options.first, offset: 0 });
}

/** A saved building that is no longer published stays stored but is not shown. */
const savedRows = `saved_properties s JOIN properties p ON p.id = s.property_id
  WHERE s.owner_id = $1 AND ($2::text[] IS NULL OR s.app_id = ANY ($2)) AND p.deleted_at IS NULL`;

interface SavedRow extends Omit<SavedProperty, "savedAt"> {
  savedAt: string;
}

async function readSaved(
  ctx: PropertyContext,
  { appId, limit, offset }: { appId: string | null; limit: number; offset: number },
): Promise<SavedProperty[]> {
  const rows = await readRows<SavedRow>(
    ctx,
    {
      sql: `SELECT ${columns} FROM ${savedRows} ORDER BY s.saved_at DESC, s.app_id, s.property_id LIMIT $3 OFFSET $4`,
      parameters: [ownerOf(ctx), appsOf(ctx, appId), limit, offset],
      isQuick: limit + offset <= 100,
    },
    { onReplica: true },
  );
  return rows.map(toSaved);
}

function toSaved(row: SavedRow): SavedProperty {
  return { ...row, savedAt: new Date(row.savedAt) };
}

function ownerOf(ctx: PropertyContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "FORBIDDEN",
    "This credential does not belong to an account. Use an account's API key or sign in.",
    { reason: "account_required" },
  );
}

/** The apps included in a list: the named one, otherwise those that the credential may act for; null for all. */
function appsOf({ principal }: PropertyContext, appId: string | null): readonly string[] | null {
  if (appId !== null) return [appId];
  return principal.appIds === "all" ? null : principal.appIds;
}

/** The app of a request. Throws APP_CONFLICT when it names two, FORBIDDEN when the credential may not act for it. */
function requireApp(ctx: PropertyContext, named: string | null | undefined): string {
  const appId = named ?? ctx.appId ?? "central";
  if (named && ctx.appId !== null && ctx.appId !== named) {
    const details = { input: named, header: ctx.appId };
    throw new DomainError(
      "APP_CONFLICT",
      "appId and the x-app-id header name different apps. Send one of them.",
      details,
    );
  }
  if (mayUseApp(ctx.principal, appId)) return appId;
  throw new DomainError("FORBIDDEN", `This credential has no access to the app ${appId}.`, {
    reason: "app_not_allowed",
  });
}
