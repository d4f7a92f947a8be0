import { expect } from "vitest";
import type { World } from "./world.ts";

/** Operations that return a secret once, and how it begins. */
const givers: Readonly<Record<string, string>> = {
  CreateApiKey: "hub_live_",
  CreateWebhookEndpoint: "whsec_",
};

/** No secret that was returned once is in any table, nor anything of its form. */
export async function noSecretIsStored({ app, secrets, ids }: World): Promise<void> {
  for (const [name, prefix] of Object.entries(givers))
    if (ids.has(name))
      expect(
        secrets.some((secret) => secret.startsWith(prefix)),
        name,
      ).toBe(true);
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const rows = await app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    const text = rows.map(({ row }) => row).join("\n");
    expect
      .soft(
        secrets.filter((secret) => text.includes(secret)),
        name,
      )
      .toEqual([]);
    expect.soft(text.match(/hub(?:sa)?_(?:live|test)_[0-9A-Za-z]{36}/)?.[0], name).toBeUndefined();
    expect.soft(text.match(/whsec_[\w+/=]{20,}/)?.[0], name).toBeUndefined();
    expect.soft(text.match(/eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/)?.[0], name).toBeUndefined();
  }
}
