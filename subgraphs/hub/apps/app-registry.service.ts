import type { EntityManager } from "@mikro-orm/postgresql";
import { changedFields } from "../../../src/access/audit-change.ts";
import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql, sqlState } from "../../../src/db/sql.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { toMinor } from "../../../src/money.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { appsSubject, findStoredApp, readRegistry } from "./app.rows.ts";
import { slugOf } from "./apps.service.ts";
import type { AppRegistry, CreateAppInput, RegisteredApp, UpdateAppInput } from "./apps.types.ts";

/** Plans are held for this app, so it is never retired. */
const platformApp = "central";

const uniqueViolation = "23505";

/** Every app of the registry by name, hidden and retired ones too. */
export async function listRegistry(ctx: HubContext): Promise<AppRegistry> {
  const apps = [...(await readRegistry(ctx)).values()];
  return { apps, total: apps.length };
}

/** One app, whatever its state. Throws APP_NOT_FOUND. */
export async function readRegisteredApp(ctx: HubContext, appId: string): Promise<RegisteredApp> {
  return (await readRegistry(ctx)).get(appId) ?? refuseUnknown();
}

/** Registers an app; it is known to every process when this resolves. Throws APP_EXISTS for a name or slug in use. */
export function createApp(ctx: HubContext, input: CreateAppInput): Promise<RegisteredApp> {
  return changeRegistry(ctx, { operation: "createApp", input }, async (em) => {
    const values = { slug: slugOf(input.appId), visibility: "hidden", ...columnsOf(input) };
    const columns = Object.keys(values);
    const places = columns.map((_, index) => `$${index + 3}`).join(", ");
    await executeSql(
      em,
      `INSERT INTO apps (app_id, created_at, updated_at, status, ${columns.join(", ")})
       VALUES ($1, $2, $2, 'active', ${places})`,
      [input.appId, ctx.clock.now(), ...Object.values(values)],
    );
  });
}

/**
 * Changes an app, its origins included, for every process from now on. Throws APP_NOT_FOUND, APP_EXISTS for a slug in
 * use, or INVALID_STATE for retiring the app that plans are held for.
 */
export function updateApp(ctx: HubContext, input: UpdateAppInput): Promise<RegisteredApp> {
  if (input.appId === platformApp && input.status === "retired") {
    throw new DomainError(
      "INVALID_STATE",
      `The app ${platformApp} holds the platform's plans and cannot be retired.`,
    );
  }
  refuseCleared(input);
  return changeRegistry(ctx, { operation: "updateApp", input }, async (em) => {
    const values = columnsOf(input);
    const sets = Object.keys(values).map((column, index) => `, ${column} = $${index + 3}`);
    const found = await executeSql(
      em,
      `UPDATE apps SET updated_at = $2 ${sets.join("")} WHERE app_id = $1 RETURNING app_id`,
      [input.appId, ctx.clock.now(), ...Object.values(values)],
    );
    if (found.length === 0) refuseUnknown();
  });
}

async function changeRegistry(
  ctx: HubContext,
  call: { operation: string; input: { appId: string } },
  change: (em: EntityManager) => Promise<void>,
): Promise<RegisteredApp> {
  const { appId } = call.input;
  try {
    // The id names the target of the audit row.
    return await changeAccess(ctx, appsSubject, () =>
      exactlyOnce(ctx, call, async (em) => {
        const before = await findStoredApp(em, appId);
        await change(em);
        const after = (await findStoredApp(em, appId)) ?? refuseUnknown();
        if (before) ctx.noteChange?.(changedFields(before, after));
        return { id: appId, ...after };
      }),
    );
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw new DomainError("APP_EXISTS", "An app with this appId or slug already exists. Choose another one.");
  }
}

/** The columns that an input sets. */
function columnsOf(input: CreateAppInput | UpdateAppInput): Record<string, unknown> {
  const price = input.startingPrice;
  const currency = price && parseCurrency(price.currency);
  const all: Record<string, unknown> = {
    name: input.name,
    slug: input.slug ?? undefined,
    tagline: input.tagline,
    description: input.description,
    category: input.category,
    icon_url: input.iconUrl,
    screenshots: listOf(input.screenshots),
    features: listOf(input.features),
    price_minor: price && currency ? toMinor(price.amount, currencyDecimals(currency)) : price,
    price_currency: price === undefined ? undefined : currency,
    price_interval: price === undefined ? undefined : (price?.interval ?? null),
    launch_date: input.launchDate,
    default_url: input.defaultUrl?.replace(/\/$/, "") ?? input.defaultUrl,
    allowed_origins: listOf(input.allowedOrigins),
    visibility: input.visibility ?? undefined,
    status: ("status" in input ? input.status : null) ?? undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Each text once; null empties the list. */
function listOf(texts: string[] | null | undefined): string[] | undefined {
  return texts === undefined ? undefined : [...new Set(texts ?? [])];
}

/** Required fields of an app cannot be cleared. */
function refuseCleared(input: UpdateAppInput): void {
  const names = ["name", "tagline", "description", "category", "slug", "visibility", "status"] as const;
  const faults = names
    .filter((name) => input[name] === null)
    .map((path) => ({ path, message: "must not be null", rule: "type" }));
  if (faults.length > 0) throw validationError(faults);
}

function refuseUnknown(): never {
  throw new DomainError("APP_NOT_FOUND", "App not found. Check the appId.");
}
