import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { versionConflict } from "../../base/gateway.errors.ts";
import { storedAddress, type PostalAddress } from "../people/address.types.ts";
import type {
  PayrollSettings,
  PayrollStateAccountInput,
  UpdatePayrollSettingsInput,
} from "./settings.types.ts";

/** Account of the employer at a state. */
export interface StateAccount {
  state: string;
  withholdingNumber: string | null;
  /** In 1e-4 percent; null where the settings' own rate counts. */
  sutaRate: number | null;
  sutaBaseCents: number | null;
}

interface StoredSettings {
  legalName: string | null;
  ein: string | null;
  state: string | null;
  sutaRate: number;
  sutaBaseCents: number;
  depositSchedule: string;
  passedOnContributions: string[];
  roundingPolicy: "cent" | "dollar";
  /** Number of the account that runs are paid from. */
  fundingSecretId: string | null;
  fundingLast4: string | null;
  address: PostalAddress | null;
  stateAccounts: StateAccount[];
  version: number;
}

const unset: StoredSettings = {
  legalName: null,
  ein: null,
  state: null,
  sutaRate: 0,
  sutaBaseCents: 700_000,
  depositSchedule: "monthly",
  passedOnContributions: [],
  roundingPolicy: "cent",
  fundingSecretId: null,
  fundingLast4: null,
  address: null,
  stateAccounts: [],
  version: 0,
};

/** The account's payroll settings, in the open transaction. */
export async function settingsOf(em: EntityManager, ownerId: string): Promise<StoredSettings> {
  const sql = `SELECT legal_name AS "legalName", ein, state, suta_rate AS "sutaRate",
      suta_base_cents::float8 AS "sutaBaseCents", deposit_schedule AS "depositSchedule",
      passed_on_contributions AS "passedOnContributions", rounding_policy AS "roundingPolicy",
      funding_secret_id AS "fundingSecretId", funding_last4 AS "fundingLast4", address,
      state_accounts AS "stateAccounts", version
    FROM payroll_settings WHERE owner_id = $1`;
  return (await executeSql<StoredSettings>(em, sql, [ownerId]))[0] ?? unset;
}

/** The account's payroll settings. */
export function readPayrollSettings(ctx: GatewayContext): Promise<PayrollSettings> {
  const read = async (em: EntityManager) => presentSettings(await settingsOf(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/** Updates settings for future runs. Throws VERSION_CONFLICT and VALIDATION_ERROR. */
export function updatePayrollSettings(
  ctx: GatewayContext,
  input: UpdatePayrollSettingsInput,
): Promise<PayrollSettings> {
  refuseRates(input);
  return exactlyOnce(ctx, { operation: "updatePayrollSettings", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const before = await settingsOf(em, ownerId);
    if ((input.version ?? before.version) !== before.version) throw versionConflict(before.version);
    const after: StoredSettings = {
      legalName: input.legalName ?? before.legalName,
      ein: input.ein ?? before.ein,
      state: input.state ?? before.state,
      sutaRate: typeof input.sutaRate === "number" ? toMinor(input.sutaRate, 4) : before.sutaRate,
      sutaBaseCents: input.sutaWageBase ?? before.sutaBaseCents,
      depositSchedule: input.depositSchedule ?? before.depositSchedule,
      passedOnContributions: input.passedOnContributions ?? before.passedOnContributions,
      roundingPolicy: input.roundingPolicy ?? before.roundingPolicy,
      fundingSecretId: before.fundingSecretId,
      fundingLast4: before.fundingLast4,
      address: input.address ? storedAddress(input.address) : before.address,
      stateAccounts: input.stateAccounts?.map(storedAccount) ?? before.stateAccounts,
      version: before.version,
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return presentSettings(before);
    after.version += 1;
    await writeSettings(em, ctx, after);
    return presentSettings(after);
  });
}

/** Throws VERSION_CONFLICT when somebody else wrote this version. */
export async function writeSettings(
  em: EntityManager,
  ctx: GatewayContext,
  after: StoredSettings,
): Promise<void> {
  const {
    legalName,
    ein,
    state,
    sutaRate,
    sutaBaseCents,
    depositSchedule,
    version,
    passedOnContributions,
    roundingPolicy,
    fundingSecretId,
    fundingLast4,
    address,
    stateAccounts,
  } = after;
  const written = await executeSql(
    em,
    `INSERT INTO payroll_settings
       (owner_id, legal_name, ein, state, suta_rate, suta_base_cents, deposit_schedule, version, updated_at,
        passed_on_contributions, rounding_policy, funding_secret_id, funding_last4, address, state_accounts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15::jsonb)
     ON CONFLICT (owner_id) DO UPDATE SET legal_name = $2, ein = $3, state = $4, suta_rate = $5,
       suta_base_cents = $6, deposit_schedule = $7, version = $8, updated_at = $9, passed_on_contributions = $10, rounding_policy = $11,
       funding_secret_id = $12, funding_last4 = $13, address = $14::jsonb, state_accounts = $15::jsonb
     WHERE payroll_settings.version = $8 - 1 RETURNING 1`,
    [
      ownerOf(ctx),
      legalName,
      ein,
      state,
      sutaRate,
      sutaBaseCents,
      depositSchedule,
      version,
      ctx.clock.now(),
      passedOnContributions,
      roundingPolicy,
      fundingSecretId,
      fundingLast4,
      address && JSON.stringify(address),
      JSON.stringify(stateAccounts),
    ],
  );
  if (written.length === 0) throw versionConflict(version);
}

function presentSettings({
  sutaRate,
  fundingSecretId: _,
  stateAccounts,
  ...settings
}: StoredSettings): PayrollSettings {
  const accounts = stateAccounts.map(({ sutaRate: own, ...account }) => ({
    ...account,
    sutaPercent: own === null ? null : own / 10_000,
  }));
  return { ...settings, sutaPercent: sutaRate / 10_000, stateAccounts: accounts };
}

/** Rates have at most 4 decimals, and each state one account. */
function refuseRates({ sutaRate, stateAccounts }: UpdatePayrollSettingsInput): void {
  const accounts = stateAccounts ?? [];
  const rates = [
    { path: "sutaRate", rate: sutaRate },
    ...accounts.map(({ sutaRate: rate }, index) => ({ path: `stateAccounts.${index}.sutaRate`, rate })),
  ];
  for (const { path, rate } of rates)
    if (typeof rate === "number" && parseDecimal(rate).scale > 4)
      throw validationError([{ path, message: "must have at most 4 decimals", rule: "decimals" }]);
  const again = accounts.findIndex(
    ({ state }, index) => accounts.findIndex((o) => o.state === state) < index,
  );
  if (again >= 0)
    throw validationError([
      {
        path: `stateAccounts.${again}.state`,
        message: "must be a state that is not listed yet",
        rule: "unique",
      },
    ]);
}

function storedAccount(asked: PayrollStateAccountInput): StateAccount {
  const { state, withholdingNumber, sutaRate, sutaWageBase = null } = asked;
  return {
    state,
    withholdingNumber: withholdingNumber?.trim() || null,
    sutaRate: typeof sutaRate === "number" ? toMinor(sutaRate, 4) : null,
    sutaBaseCents: sutaWageBase,
  };
}

/** Rate and wage base of unemployment tax for people who work in a state. */
export function sutaOf(
  settings: Pick<StoredSettings, "sutaRate" | "sutaBaseCents" | "stateAccounts">,
  state: string,
): { rate: number; baseCents: number } {
  const account = settings.stateAccounts.find((one) => one.state === state);
  return {
    rate: account?.sutaRate ?? settings.sutaRate,
    baseCents: account?.sutaBaseCents ?? settings.sutaBaseCents,
  };
}
