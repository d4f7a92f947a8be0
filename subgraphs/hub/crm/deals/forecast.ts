import { currencyDecimals } from "../../../../src/currency.ts";
import type { PipelineStage } from "./pipeline.ts";

/** Open deals of one stage and currency: their number, and the sum of their amounts in minor units. */
export interface StageSum {
  stage: string;
  currency: string;
  count: number;
  sum: bigint;
}

/** Amounts in major units. */
export interface StageForecast {
  stage: string;
  name: string;
  probability: number;
  currency: string;
  count: number;
  amount: number;
  weighted: number;
}

export interface CurrencyForecast {
  currency: string;
  count: number;
  amount: number;
  weighted: number;
}

const defaultCurrency = "USD";

/**
 * Every stage of a pipeline in each currency of its open deals, in the order of the stages, and the totals by currency. The
 * weighted amount of a row is its sum times the stage's probability, rounded half up to a minor unit; totals are the
 * sums of the rows. Pure.
 */
export function forecast(
  stages: readonly PipelineStage[],
  sums: readonly StageSum[],
): { stages: StageForecast[]; totals: CurrencyForecast[] } {
  const found = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  const currencies = found.length > 0 ? found : [defaultCurrency];
  const rows = stages.flatMap(({ stage, name, probability }) =>
    currencies.map((currency) => {
      const { count, sum } = sums.find((one) => one.stage === stage && one.currency === currency) ?? none;
      return { stage, name, probability, currency, count, sum, weighted: weigh(sum, probability) };
    }),
  );
  const totals = currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      count: own.reduce((total, row) => total + row.count, 0),
      amount: major(
        own.reduce((total, row) => total + row.sum, 0n),
        currency,
      ),
      weighted: major(
        own.reduce((total, row) => total + row.weighted, 0n),
        currency,
      ),
    };
  });
  return {
    stages: rows.map(({ sum, weighted, ...row }) => ({
      ...row,
      amount: major(sum, row.currency),
      weighted: major(weighted, row.currency),
    })),
    totals,
  };
}

const none = { count: 0, sum: 0n };

/** `probability` percent of a sum that is not negative, rounded half up. */
function weigh(sum: bigint, probability: number): bigint {
  return (sum * BigInt(probability) + 50n) / 100n;
}

/** Sums of many deals may exceed the 15 digits of one amount: beyond them this is the nearest number. */
export function major(minor: bigint, currency: string): number {
  return Number(minor) / 10 ** currencyDecimals(currency);
}
