import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { toMajor } from "../../../../src/money.ts";
import type { CrmDeal, CrmDealStatus, CrmDealStep, CrmDealStepKind } from "./deal.types.ts";
import { probabilityOf, standardPipeline, type Pipeline, type PipelineStage } from "./pipeline.ts";

/** A row of `crm_deals`; the amount in minor units. */
export interface DealRow {
  id: string;
  ownerId: string;
  title: string;
  contactId: string | null;
  companyId: string | null;
  amount: number;
  currency: string;
  pipeline: string;
  stage: string;
  status: CrmDealStatus;
  closeReason: string | null;
  expectedClose: string | null;
  assignee: string | null;
  notes: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

const columns = `d.id, d.owner_id AS "ownerId", d.title, d.contact_id AS "contactId", d.company_id AS "companyId",
  d.amount::float8 AS amount, d.currency, d.pipeline, d.stage, d.status, d.close_reason AS "closeReason",
  d.expected_close::text AS "expectedClose", d.assignee, d.notes, d.version, d.created_at AS "createdAt",
  d.updated_at AS "updatedAt", d.closed_at AS "closedAt"`;

type StoredDeal = Omit<DealRow, "createdAt" | "updatedAt" | "closedAt"> & {
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
};

/** Deals by a condition over `d` that the open transaction may see. */
export async function selectDeals(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<DealRow[]> {
  const rows = await executeSql<StoredDeal>(em, `SELECT ${columns} FROM crm_deals d WHERE ${where}`, values);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    closedAt: row.closedAt === null ? null : new Date(row.closedAt),
  }));
}

/** The stored pipelines of an account by key, and the standard one where it is not stored. */
export async function selectPipelines(em: EntityManager, ownerId: string): Promise<Map<string, Pipeline>> {
  const sql =
    "SELECT pipeline, name, stages, version FROM crm_pipelines WHERE owner_id = $1 ORDER BY pipeline";
  const stored = await executeSql<Pipeline>(em, sql, [ownerId]);
  const found = new Map(stored.map((pipeline) => [pipeline.pipeline, pipeline]));
  if (!found.has(standardPipeline.pipeline)) found.set(standardPipeline.pipeline, standardPipeline);
  return found;
}

/** Steps per deal that are shown, latest first. */
const shownSteps = 100;

/** Deals as API users see them. */
export async function showDeals(
  em: EntityManager,
  ownerId: string,
  deals: readonly DealRow[],
): Promise<CrmDeal[]> {
  if (deals.length === 0) return [];
  const pipelines = await selectPipelines(em, ownerId);
  const ids = deals.map(({ id }) => id);
  const steps = Map.groupBy(await selectSteps(em, ids), ({ dealId }) => dealId);
  return deals.map((deal) =>
    showDeal(
      deal,
      pipelines.get(deal.pipeline)?.stages ?? [],
      (steps.get(deal.id) ?? []).map(({ dealId: _, ...step }) => step),
    ),
  );
}

function showDeal(
  { id: dealId, ownerId: _, amount, assignee, ...deal }: DealRow,
  stages: readonly PipelineStage[],
  history: CrmDealStep[],
): CrmDeal {
  return {
    dealId,
    ...deal,
    amount: toMajor(amount, currencyDecimals(deal.currency)),
    probability: probabilityOf(deal, stages),
    owner: assignee,
    history,
  };
}

type StoredStep = Omit<CrmDealStep, "at"> & { dealId: string; at: string };

async function selectSteps(
  em: EntityManager,
  dealIds: readonly string[],
): Promise<(CrmDealStep & { dealId: string })[]> {
  const rows = await executeSql<StoredStep>(
    em,
    `SELECT s.deal_id AS "dealId", s.kind, s.from_stage AS "fromStage", s.to_stage AS "toStage", s.reason, s.actor, s.at
     FROM unnest($1::text[]) AS deal(id) CROSS JOIN LATERAL (
       SELECT * FROM crm_deal_steps WHERE deal_id = deal.id ORDER BY number DESC LIMIT ${shownSteps}) AS s
     ORDER BY s.deal_id, s.number DESC`,
    [dealIds],
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export interface NewStep {
  deal: Pick<DealRow, "id" | "ownerId">;
  kind: CrmDealStepKind;
  fromStage: string | null;
  toStage: string;
  reason?: string | null;
  actor: string;
  now: Date;
}

/** Adds a step to the history of a deal that the transaction has locked. */
export async function insertStep(em: EntityManager, step: NewStep): Promise<void> {
  const { deal, kind, fromStage, toStage, reason = null, actor, now } = step;
  await executeSql(
    em,
    `INSERT INTO crm_deal_steps (deal_id, number, owner_id, kind, from_stage, to_stage, reason, actor, at)
     VALUES ($1, (SELECT coalesce(max(number), 0) + 1 FROM crm_deal_steps WHERE deal_id = $1), $2, $3, $4, $5, $6, $7, $8)`,
    [deal.id, deal.ownerId, kind, fromStage, toStage, reason, actor, now],
  );
}
