/**
 * Annual percentage method tables of Publication 15-T for automated systems (Worksheet 1A, Form W-4 of 2020 or later).
 * Each row: adjusted annual wage from which it holds, tax on that wage, both in dollars; rows bear 10, 12, 22, 24, 32,
 * 35 and 37 percent of what is above. Below the first row nothing is withheld.
 */

export const filingStatuses = ["single", "married", "head"] as const;
/** `single` is also for married people who file separately. */
export type FilingStatus = (typeof filingStatuses)[number];

export const bracketRates = [10, 12, 22, 24, 32, 35, 37] as const;
