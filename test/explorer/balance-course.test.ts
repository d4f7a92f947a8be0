import { expect, test } from "vitest";
import { balanceCourse } from "../../router/explorer/web/account/usage/balance-course.ts";

const flow = (spent: number, added = 0, expired = 0) => ({ at: "", spent, added, expired });

test("the balance of each day follows from the balance now and the flows after it", () => {
  expect(balanceCourse(70.1, [flow(0), flow(10, 100), flow(9.7), flow(0.2, 0, 10)])).toEqual([
    0, 90, 80.3, 70.1,
  ]);
});

test("without a series there is no course", () => {
  expect(balanceCourse(5, [])).toEqual([]);
});
