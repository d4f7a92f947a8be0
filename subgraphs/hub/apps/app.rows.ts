import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { toMajor } from "../../../src/money.ts";
import { currencyDecimals } from "../../../src/currency.ts";
import type { HubContext } from "../hub.context.ts";
import type { AppPriceInterval, RegisteredApp } from "./apps.types.ts";

/** Under this name the database announces any change of the registry. */
export const appsSubject = "apps";

/** A registered app as plain data. */
export type StoredApp = { [Name in keyof RegisteredApp]: RegisteredApp[Name] };

interface AppRow extends Omit<RegisteredApp, "startingPrice" | "createdAt" | "updatedAt"> {
  priceMinor: number | null;
  priceCurrency: string | null;
  priceInterval: AppPriceInterval | null;
  createdAt: string;
  updatedAt: string;
}

const appRows = `SELECT app_id AS "appId", name, slug, tagline, description, category, icon_url AS "iconUrl", screenshots,
    features, price_minor::float8 AS "priceMinor", price_currency AS "priceCurrency", price_interval AS "priceInterval",
    launch_date::text AS "launchDate", default_url AS "defaultUrl", allowed_origins AS "allowedOrigins", visibility, status,
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM apps`;

/** Every registered app by its id, in order of their names. Remembered until the database announces a change. */
export async function readRegistry(ctx: HubContext): Promise<ReadonlyMap<string, StoredApp>> {
  const read = async () => {
    const rows = await readShared<AppRow>(ctx.em, {
      sql: `${appRows} ORDER BY name, app_id`,
      parameters: [],
    });
    return new Map(rows.map((row) => [row.appId, toApp(row)]));
  };
  return (await ctx.ports.callers.find(appsSubject, read, () => [appsSubject])) ?? new Map();
}

/** The app as it is in the database now, or null. */
export async function findStoredApp(em: HubContext["em"], appId: string): Promise<StoredApp | null> {
  const [row] = await executeSql<AppRow>(em, `${appRows} WHERE app_id = $1`, [appId]);
  return row ? toApp(row) : null;
}

function toApp({ priceMinor, priceCurrency, priceInterval, ...row }: AppRow): StoredApp {
  const startingPrice =
    priceMinor !== null && priceCurrency !== null && priceInterval !== null
      ? {
          amount: toMajor(priceMinor, currencyDecimals(priceCurrency)),
          currency: priceCurrency,
          interval: priceInterval,
        }
      : null;
  return { ...row, startingPrice, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
}
