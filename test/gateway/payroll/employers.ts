import { keyScopes } from "../../../src/access/scopes.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { createKey, createPerson } from "../support/people.ts";

type Input = Record<string, unknown>;
// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
type Anything = any;

/** An account that runs its payroll by tools alone, on days of its own. */
export interface Employer {
  ownerId: string;
  headers: Record<string, string>;
  /** Of the person behind the account. */
  person: Record<string, string>;
  act(name: string, input?: Input, on?: string): Promise<Anything>;
  refused(name: string, input: Input, on?: string): Promise<{ status: number; code: string; details: Input }>;
  /** An employee with a salary per year from the beginning of 2025. */
  hire(yearly: number, more?: Input): Promise<string>;
  scheduleId: string;
}

/** A new account with credits and a biweekly schedule whose periods begin on 2026-01-05. */
export async function createEmployer(app: TestApp): Promise<Employer> {
  const { ownerId, headers: person } = await createPerson(app, 500);
  const headers = { "x-app-id": "payroll", ...(await createKey(app, ownerId, keyScopes)) };
  const call = (name: string, input: Input, on = "2026-01-20") =>
    app.tool(name, input, {
      ...headers,
      "idempotency-key": newId("key"),
      "x-test-clock": `${on}T12:00:00.000Z`,
    });
  const act = async (name: string, input: Input = {}, on?: string): Promise<Anything> => {
    const { status, body } = await call(name, input, on);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const { id: scheduleId } = await act("create_pay_schedule", {
    name: "Every other Friday",
    frequency: "biweekly",
    anchorDate: "2026-01-05",
    payDateOffsetDays: 5,
    holidayRule: "before",
  });
  return {
    ownerId,
    headers,
    person: { ...person, "x-app-id": "payroll" },
    scheduleId,
    act,
    refused: async (name, input, on) => {
      const { status, body } = await call(name, input, on);
      if (status < 400) throw new Error(`${name} was not refused: ${JSON.stringify(body)}`);
      return { status, code: body.code as string, details: body.details as Input };
    },
    hire: async (yearly, more = {}) => {
      const { id } = await act("create_employee", {
        firstName: "Ana",
        lastName: "Alva",
        email: `${newId("x")}@staff.example`,
        startDate: "2025-01-01",
        workState: "TX",
        payScheduleId: scheduleId,
        employmentType: "full_time",
        ...more,
      });
      await act("set_compensation", {
        employeeId: id,
        kind: "salary",
        amount: yearly,
        perUnit: "year",
        effectiveDate: "2025-01-01",
      });
      return id as string;
    },
  };
}
