import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { insertAll } from "../payroll.rows.ts";
import type { StateCertificateRow } from "../payroll-tables.ts";
import { percentageOf } from "./amount-or-percent.ts";
import { yearFor } from "../tax-tables/tax-tables.service.ts";
import type { StateTable } from "../tax-tables/tax-tables.schema.ts";
import { stateTableOn } from "../taxes/state-withholding.ts";
import type { SetStateWithholdingInput, StateWithholding } from "./certificate.types.ts";
import { electedRateOf } from "./elected-rate.ts";
import { employeeOf } from "./employees.service.ts";

/**
 * Sets the certificate for a state, replacing the one on file. Throws NOT_FOUND, and VALIDATION_ERROR for a rate, letter,
 * county or line that the state's table of today does not have.
 */
export function setStateWithholding(
  ctx: GatewayContext,
  input: SetStateWithholdingInput,
): Promise<StateWithholding> {
  return exactlyOnce(ctx, { operation: "setStateWithholding", input }, async (em) => {
    const { employeeId, state } = input;
    await employeeOf(em, ctx, employeeId, true);
    const now = ctx.clock.now().toISOString();
    const row: StateCertificateRow = {
      id: newId("stc"),
      ownerId: ownerOf(ctx),
      createdAt: now,
      employeeId,
      state,
      ...certificateFrom(input),
    };
    if (asksForTable(row)) {
      const today = now.slice(0, 10);
      const { tables } = await yearFor(em, today);
      refuseUnknown(stateTableOn(tables, state, today), row);
    }
    await executeSql(em, "DELETE FROM payroll_state_certificates WHERE employee_id = $1 AND state = $2", [
      employeeId,
      state,
    ]);
    await insertAll(em, "payroll_state_certificates", [row]);
    return presentCertificate(row);
  });
}

function certificateFrom(input: SetStateWithholdingInput) {
  const counts = input.exemptionCounts ?? null;
  return {
    filingStatus: input.filingStatus ?? "single",
    allowances: input.allowances ?? 0,
    extraCents: input.extra ?? 0,
    electedRate: electedRateOf(input.electedRate),
    exemptionCode: input.exemptionCode ?? null,
    county: input.county ?? null,
    spouseHasIncome: input.spouseHasIncome ?? false,
    exemptionCounts: counts && Object.fromEntries(counts.map(({ line, count }) => [line, count])),
    allowanceAmountCents: input.allowanceAmount ?? null,
  };
}

function asksForTable({ electedRate, exemptionCode, county, exemptionCounts }: StateCertificateRow): boolean {
  return [electedRate, exemptionCode, county, exemptionCounts].some((one) => one !== null);
}

/** Throws VALIDATION_ERROR for what the state's form does not offer. */
function refuseUnknown(table: StateTable | null, row: StateCertificateRow): void {
  const rates = (table?.rates ?? []).map((rate) => Math.round(rate * 1_000_000));
  const codes = (table?.codes ?? []).map(({ code }) => code);
  const counties = (table?.county?.counties ?? []).map(({ code }) => code);
  const lines = Object.keys(table?.periodExemptions ?? {});
  const checks: [path: string, isKnown: boolean, offered: readonly (string | number)[]][] = [
    [
      "electedRate",
      row.electedRate === null || rates.includes(row.electedRate),
      rates.map((rate) => rate / 10_000),
    ],
    ["exemptionCode", row.exemptionCode === null || codes.includes(row.exemptionCode), codes],
    ["county", row.county === null || counties.includes(row.county), counties],
    ["exemptionCounts", Object.keys(row.exemptionCounts ?? {}).every((line) => lines.includes(line)), lines],
  ];
  for (const [path, isKnown, offered] of checks)
    if (!isKnown) {
      const message = offered.length
        ? `must be one of ${offered.join(", ")} in ${row.state}`
        : `must be omitted: the form of ${row.state} has none`;
      throw validationError([{ path, message, rule: "enum" }]);
    }
}

function presentCertificate({ electedRate, exemptionCounts, ...row }: StateCertificateRow): StateWithholding {
  const counts = Object.entries(exemptionCounts ?? {});
  return {
    ...row,
    electedPercent: percentageOf(electedRate),
    exemptionCounts: counts.map(([line, count]) => ({ line, count })),
  };
}
