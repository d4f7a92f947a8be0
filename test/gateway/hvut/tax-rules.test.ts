import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  taxFrom,
  taxForMonths,
  vehicleCredit,
  weightIncreaseTax,
} from "../../../subgraphs/gateway/hvut/tax/heavy-vehicle-tax.ts";
import { latePenalty } from "../../../subgraphs/gateway/hvut/tax/late-penalty.ts";
import { isLegalHoliday, isWeekend } from "../../../src/time/us-holidays.ts";
import {
  addMonths,
  dueDateOf,
  monthsLeft,
  periodOf,
} from "../../../subgraphs/gateway/hvut/tax/tax-period.ts";
import { tablesOf } from "../../../subgraphs/gateway/hvut/tax/tax-tables.ts";
import { checkVin, decodeVin, vinSum } from "../../../subgraphs/gateway/hvut/vehicles/vin.ts";
import {
  categoryOfWeight,
  taxableCategories,
  type TaxableCategory,
} from "../../../subgraphs/gateway/hvut/vehicles/weight-category.ts";

describe("a vehicle identification number", () => {
  test.each([
    ["1M8GDM9AXKP042788", 351, "X", "valid"],
    ["1HGCM82633A004352", 311, "3", "valid"],
    ["5GZCZ43D13S812715", 408, "1", "valid"],
    ["1HGBH41JXMN109186", 340, "X", "valid"],
    ["JHMCM56557C404453", 368, "5", "valid"],
    ["JTHCE96S770008889", 348, "7", "valid"],
    ["KNEJC524585810962", 389, "4", "check_digit_mismatch"],
    ["1M8GDM9A1KP042788", 351, "X", "check_digit_mismatch"],
  ])("%s has the sum %i, so its digit must be %s: %s", (vin, sum, expectedCheckDigit, status) => {
    expect(vinSum(vin)).toBe(sum);
    expect(checkVin(vin)).toMatchObject({ expectedCheckDigit, status, formatOk: true });
  });

  test.each(
    (
      "1FUJGLDR3CLBP8834 1XKYD49X5EJ398245 3AKJHHDR9JSJV5535 1XPBDP9X8FD257820 4V4NC9EH9EN153264 " +
      "1FVACWDTX9HAA1001 2NKHHM6X4KM123456 5KJJAVDV1NLNA0001 1M1AW07Y4FM012345 3HSDZAPR6MN000042"
    ).split(" "),
  )("%s of a heavy truck is valid, also in small letters and with spaces", (vin) => {
    expect(checkVin(` ${vin.toLowerCase()} `)).toMatchObject({ vin, status: "valid", checkDigitOk: true });
  });

  test("a placeholder VIN is rejected although its checksum fits", () => {
    expect(vinSum("11111111111111111")).toBe(89);
    expect(checkVin("11111111111111111").status).toBe("bad_format");
  });

  test("a VIN with a letter O gets a suggestion with a zero, which is checked", () => {
    const { status, suggestions } = checkVin("1M8GDM9AXKP04278O");
    expect(status).toBe("bad_format");
    expect(suggestions).toEqual([{ vin: "1M8GDM9AXKP042780", checkDigitOk: false }]);
    expect(checkVin("IM8GDM9AXKPO42788").suggestions).toEqual([
      { vin: "1M8GDM9AXKP042788", checkDigitOk: true },
    ]);
    expect(checkVin("1M8GDM9AXKP04278").suggestions).toEqual([]);
  });

  test("a VIN with one wrong digit never passes", () => {
    const vin = "1M8GDM9AXKP042788";
    const digits = [0, 9, 10, 11, 12, 13, 14, 15, 16].filter((at) => /\d/.test(vin[at]!));
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 0, max: 9 }), (at, digit) => {
        fc.pre(String(digit) !== vin[at]);
        const changed = vin.slice(0, at) + digit + vin.slice(at + 1);
        expect(checkVin(changed).checkDigitOk).toBe(false);
      }),
    );
  });

  test("model year, manufacturer and region are decoded from a VIN", () => {
    expect(decodeVin("3AKJHHDR9JSJV5535", 2026)).toEqual({
      wmi: "3AK",
      manufacturer: "Freightliner",
      modelYear: 2018,
      plantCode: "S",
      region: "North America",
    });
    expect(decodeVin("1M8GDM9AXKP042788", 1990).modelYear).toBe(1989);
    const makerOf = (wmi: string) => decodeVin(`${wmi}JHHDR9JSJV5535`, 2026).manufacturer;
    expect(["1GD", "2FZ", "JAL", "54D", "2WK", "ZZZ"].map(makerOf)).toEqual([
      "GMC",
      "Sterling",
      "Isuzu",
      "Isuzu",
      "Western Star",
      null,
    ]);
  });
});

describe("weight and tax", () => {
  test.each([
    [54_999, null],
    [55_000, "A"],
    [55_001, "B"],
    [56_000, "B"],
    [56_001, "C"],
    [74_000, "T"],
    [75_000, "U"],
    [75_001, "V"],
  ])("%i lb is category %s", (pounds, category) => expect(categoryOfWeight(pounds)).toBe(category));

  test("the tax tables match the annual tax of the statute, and every cell follows from it", () => {
    const { regular, logging } = tablesOf(2025)!;
    for (const [at, category] of taxableCategories.entries()) {
      const annual = category === "V" ? 55_000 : 10_000 + 2_200 * at;
      expect(regular[category][11]).toBe(annual);
      for (let months = 1; months <= 12; months++) {
        const rounded = Math.floor((annual * months + 6) / 12);
        expect(regular[category][months - 1], `${category} ${months}`).toBe(rounded);
        expect(logging[category][months - 1], `${category} ${months}`).toBe(Math.floor((rounded * 3) / 4));
      }
    }
    expect(tablesOf(2050)).toBeNull();
  });

  test("annual logging tax matches the printed form", () => {
    const printed =
      "75 91.5 108 124.5 141 157.5 174 190.5 207 223.5 240 256.5 273 289.5 306 322.5 339 355.5 372 388.5 405 412.5";
    const { logging } = tablesOf(2026)!;
    expect(taxableCategories.map((category) => logging[category][11]! / 100)).toEqual(
      printed.split(" ").map(Number),
    );
  });

  test.each([
    ["A", "2025-09", 83.33, 62.49],
    ["A", "2025-12", 58.33, 43.74],
    ["B", "2025-08", 111.83, 83.87],
    ["D", "2025-09", 138.33, 103.74],
    ["E", "2025-08", 172.33, 129.24],
    ["K", "2026-02", 133.33, 99.99],
    ["V", "2025-08", 504.17, 378.12],
    ["V", "2025-10", 412.5, 309.37],
    ["V", "2026-06", 45.83, 34.37],
    ["U", "2026-03", 180, 135],
  ] as const)("category %s from %s is %d, and %d in logging", (category, month, regular, logging) => {
    expect(taxFrom({ category, logging: false, month })! / 100).toBe(regular);
    expect(taxFrom({ category, logging: true, month })! / 100).toBe(logging);
  });

  test("a weight increase from C to F in November adds 44.00, a decrease adds nothing", () => {
    const old = { category: "C", logging: false } as const;
    expect(weightIncreaseTax(old, { category: "F", logging: false, month: "2025-11" })).toBe(4_400);
    expect(weightIncreaseTax(old, { category: "B", logging: false, month: "2025-11" })).toBeNull();
  });

  test("a vehicle credit is the tax minus the tax for the months of use", () => {
    expect(vehicleCredit(55_000, "2025-07", { disposalMonth: "2025-12" })).toEqual({
      monthsUsed: 6,
      taxForMonthsCents: 27_500,
      creditCents: 27_500,
    });
    expect(vehicleCredit(41_250, "2025-10", { disposalMonth: "2026-02" })).toEqual({
      monthsUsed: 5,
      taxForMonthsCents: 22_917,
      creditCents: 18_333,
    });
    expect(vehicleCredit(55_000, "2025-07", { disposalMonth: "2026-07" })).toBeNull();
    expect(vehicleCredit(12_345, "2025-07", { disposalMonth: "2025-12" })).toBeNull();
    expect(vehicleCredit(55_000, "2025-07", { lowMileage: true })?.creditCents).toBe(55_000);
  });

  test("a vehicle credit never exceeds the tax, and falls with every month of use", () => {
    const category = fc.constantFrom<TaxableCategory>(...taxableCategories);
    fc.assert(
      fc.property(category, fc.integer({ min: 0, max: 11 }), fc.boolean(), (of, from, logging) => {
        const month = addMonths("2025-07", from);
        const paid = taxFrom({ category: of, logging, month })!;
        let before = paid + 1;
        for (let used = 0; used < monthsLeft(month); used++) {
          const credit = vehicleCredit(paid, month, { disposalMonth: addMonths(month, used) })!.creditCents;
          expect(credit).toBeGreaterThanOrEqual(0);
          expect(credit).toBeLessThan(before);
          before = credit;
        }
        expect(before).toBe(0);
      }),
    );
  });

  test("heavier vehicles and longer use never cost less, and logging never costs more", () => {
    for (const [at, category] of taxableCategories.entries())
      for (let months = 1; months <= 12; months++) {
        const regular = taxForMonths(2025, { category, logging: false, months })!;
        expect(taxForMonths(2025, { category, logging: true, months })!).toBeLessThan(regular);
        const lighter = taxableCategories[at - 1];
        if (lighter)
          expect(taxForMonths(2025, { category: lighter, logging: false, months })!).toBeLessThan(regular);
      }
  });
});

describe("dates", () => {
  test.each([
    ["2025-07", "2025-09-02"],
    ["2025-08", "2025-09-30"],
    ["2025-09", "2025-10-31"],
    ["2025-10", "2025-12-01"],
    ["2025-11", "2025-12-31"],
    ["2025-12", "2026-02-02"],
    ["2026-01", "2026-03-02"],
    ["2026-02", "2026-03-31"],
    ["2026-03", "2026-04-30"],
    ["2026-04", "2026-06-01"],
    ["2026-05", "2026-06-30"],
    ["2026-06", "2026-07-31"],
    ["2026-07", "2026-08-31"],
    ["2026-08", "2026-09-30"],
    ["2026-09", "2026-11-02"],
    ["2026-10", "2026-11-30"],
    ["2026-11", "2026-12-31"],
    ["2026-12", "2027-02-01"],
    ["2027-01", "2027-03-01"],
    ["2027-04", "2027-06-01"],
    ["2027-06", "2027-08-02"],
  ])("first used in %s is due on %s", (month, dueDate) => expect(dueDateOf(month).dueDate).toBe(dueDate));

  test("a moved due date returns the original date and the reason", () => {
    expect(dueDateOf("2025-07")).toEqual({
      dueDate: "2025-09-02",
      rolledFrom: "2025-08-31",
      reason: "weekend, legal holiday",
    });
    expect(dueDateOf("2025-08")).toMatchObject({ rolledFrom: null, reason: null });
  });

  test("a due date is always a business day, and moves at most five days", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), (months) => {
        const { dueDate, rolledFrom } = dueDateOf(addMonths("2005-07", months));
        expect(isWeekend(dueDate) || isLegalHoliday(dueDate)).toBe(false);
        expect(Date.parse(dueDate) - Date.parse(rolledFrom ?? dueDate)).toBeLessThanOrEqual(5 * 86_400_000);
      }),
    );
  });

  test("a tax period is July to June", () => {
    expect([periodOf("2026-06"), periodOf("2026-07")]).toEqual([2025, 2026]);
    expect(["2025-07", "2025-08", "2025-09", "2026-05", "2026-06"].map(monthsLeft)).toEqual([
      12, 11, 10, 2, 1,
    ]);
  });

  test("filing and paying three months late adds 74.25 and 8.25 to 550.00", () => {
    const late = { dueDate: "2026-08-31", filedOn: "2026-11-10", paidOn: "2026-11-10" };
    expect(latePenalty(55_000, late)).toMatchObject({ failureToFileCents: 7_425, failureToPayCents: 825 });
    const onTime = { dueDate: "2026-08-31", filedOn: "2026-08-31", paidOn: "2026-08-31" };
    expect(latePenalty(55_000, onTime)).toMatchObject({
      failureToFileCents: 0,
      failureToPayCents: 0,
      interestCents: 0,
    });
    const never = { dueDate: "2020-08-31", filedOn: "2026-08-31", paidOn: "2026-08-31" };
    expect(latePenalty(10_000, never)).toMatchObject({ failureToFileCents: 2_250, failureToPayCents: 2_500 });
  });

  test("interest changes with the rate of each quarter of 2026", () => {
    // 6 % in the second quarter, 7 % in the others (Rev. Rul. 2025-22, 2026-5, 2026-10 and 2026-15).
    const during = (dueDate: string, paidOn: string) => {
      const { interestCents, steps } = latePenalty(100_000_00, { dueDate, filedOn: dueDate, paidOn });
      return { interestCents, steps };
    };
    const compound = (rate: number, days: number) => Math.round(100_000_00 * ((1 + rate / 365) ** days - 1));
    expect(during("2026-01-01", "2026-03-31").interestCents).toBe(compound(0.07, 89));
    expect(during("2026-03-31", "2026-06-30").interestCents).toBe(compound(0.06, 91));
    expect(during("2026-06-30", "2026-12-31").interestCents).toBe(compound(0.07, 184));
    const unpublished = "Rates are known through 2026-12-31. Later days are estimated at the last rate.";
    expect(during("2026-06-30", "2026-12-31").steps).not.toContain(unpublished);
    expect(during("2026-06-30", "2027-01-01").steps).toContain(unpublished);
  });
});
