import { describe, expect, test } from "vitest";
import { DomainError, errorBody, errorStatus, publicError, validationError } from "../src/errors.ts";

const requestId = "req_1";

describe("the public form of an error", () => {
  test("expected trouble is shown as it is", () => {
    const error = new DomainError("HOLD_NOT_FOUND", "There is no such hold.", { holdId: "hold_1" });
    expect(publicError(error, requestId)).toEqual({
      error: "There is no such hold.",
      code: "HOLD_NOT_FOUND",
      status: 404,
      details: { holdId: "hold_1" },
    });
  });

  test.each([
    new Error("connect postgres://admin:secret@db"),
    new TypeError("secret is not a function"),
    Object.assign(new Error("secret"), { status: 400, code: "VALIDATION_ERROR", details: { secret: 1 } }),
    "secret",
    undefined,
    null,
    { message: "secret" },
  ])("anything else is INTERNAL_ERROR with the request id and nothing of its own: %s", (thrown) => {
    const shown = publicError(thrown, requestId);
    expect(shown).toEqual({
      error: expect.any(String),
      code: "INTERNAL_ERROR",
      status: 500,
      details: { requestId },
    });
    expect(JSON.stringify(shown)).not.toContain("secret");
  });

  test("the cause of expected trouble is never shown", () => {
    const error = new DomainError(
      "UPSTREAM_FAILED",
      "The bank does not answer.",
      {},
      { cause: new Error("secret") },
    );
    expect(JSON.stringify([publicError(error, requestId), error.extensions])).not.toContain("secret");
    expect(error.cause).toBeInstanceOf(Error);
  });

  test.each([
    ["UPSTREAM_FAILED", 502, true],
    ["SERVICE_UNAVAILABLE", 503, true],
    ["UNAUTHORIZED", 401, false],
    ["RATE_LIMIT_EXCEEDED", 429, false],
  ] as const)("%s is %d, with the request id in the details: %s", (code, status, hasId) => {
    const shown = publicError(new DomainError(code, "x"), requestId);
    expect(shown.status).toBe(status);
    expect("requestId" in shown.details).toBe(hasId);
  });

  test("a shortage of credits is 402 unless its route says 400", () => {
    expect(new DomainError("INSUFFICIENT_CREDITS", "x").status).toBe(402);
    expect(new DomainError("INSUFFICIENT_CREDITS", "x", {}, { status: 400 }).status).toBe(400);
  });

  test("GraphQL carries the same code, details and status", () => {
    const error = new DomainError("FORBIDDEN", "No.", { reason: "admin_required" });
    expect(error.extensions).toEqual({
      code: "FORBIDDEN",
      details: { reason: "admin_required" },
      http: { status: 403 },
    });
  });
});

describe("the REST body", () => {
  const bodyOf = (details: Record<string, unknown>, options?: { successFamily?: boolean }) =>
    errorBody(publicError(new DomainError("FORBIDDEN", "No.", details), requestId), options);

  test("is always error, code and details", () => {
    expect(bodyOf({})).toEqual({ error: "No.", code: "FORBIDDEN", details: {} });
  });

  test("has success false on routes of the success family alone", () => {
    expect(bodyOf({}, { successFamily: true })).toEqual({
      success: false,
      error: "No.",
      code: "FORBIDDEN",
      details: {},
    });
    expect(bodyOf({}, { successFamily: false })).not.toHaveProperty("success");
  });

  test.each([
    [{ requiredTier: "business", currentTier: "free", upgradeUrl: "https://hub.example/settings" }],
    [{ limit: 60, remaining: 0, resetAt: "2026-01-01T00:00:00.000Z" }],
  ])("shows the documented fields at top level and in details: %j", (details) => {
    expect(bodyOf({ ...details, reason: "r" })).toEqual({
      error: "No.",
      code: "FORBIDDEN",
      details: { ...details, reason: "r" },
      ...details,
    });
  });

  test("a detail can never replace the error or its code", () => {
    expect(bodyOf({ error: "x", code: "y", success: true })).toMatchObject({
      error: "No.",
      code: "FORBIDDEN",
    });
    expect(bodyOf({ success: true })).not.toHaveProperty("success");
  });
});

describe("the table", () => {
  test("has only upper-case codes and statuses of refusals", () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
      // Accepted, and waiting for a second person.
      if (code === "APPROVAL_REQUIRED") expect(status).toBe(202);
      else expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});

describe("a validation error", () => {
  const fault = (path: string) => ({ path, message: "is required", rule: "required" });

  test("carries every fault and says the first one", () => {
    const error = validationError([fault("appId"), fault("amount")]);
    expect([error.code, error.status]).toEqual(["VALIDATION_ERROR", 400]);
    expect(error.details).toEqual({ fields: [fault("appId"), fault("amount")] });
    expect(error.message).toBe("appId: is required (and 1 more)");
    expect(validationError([fault("")]).message).toBe("input: is required");
  });
});
