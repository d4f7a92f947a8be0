import { describe, expect, test } from "vitest";
import { databaseTrouble } from "../../src/db/database-trouble.ts";
import { CommitUnknownError } from "../../src/db/commit-unknown.ts";
import { DomainError } from "../../src/errors.ts";

const failing = (code: string, more: object = {}) => Object.assign(new Error("it failed"), { code, ...more });

describe("a database that cannot be used is 503, to be tried again", () => {
  test.each<[string, unknown]>([
    ["refused connections", failing("ECONNREFUSED")],
    ["a connection that ended", new Error("Connection terminated unexpectedly")],
    ["a connection that broke under a write", failing("EPIPE")],
    ["no socket", failing("ENOENT", { syscall: "connect" })],
    ["no connection of the pool in time", new Error("timeout exceeded when trying to connect")],
    ["a server that is not heard of", new Error("Query read timeout")],
    ["too many connections", failing("53300")],
    ["a full disk", failing("53100")],
    ["a server that shuts down", failing("57P01")],
    ["a server that starts", failing("57P03")],
    ["a statement that took too long", failing("57014")],
    ["a primary that became a standby", failing("25006")],
    ["a COMMIT nobody has heard of", new CommitUnknownError(failing("ECONNRESET"))],
    ["any of these in the ORM's wrapper", new Error("wrapped", { cause: failing("57P01") })],
  ])("%s", (_, error) => {
    const trouble = databaseTrouble(error);
    expect(trouble).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    expect(trouble?.cause).toBe(error);
    expect(trouble?.message).not.toContain("failed");
  });
});

describe("everything else is what it was", () => {
  test.each<[string, unknown]>([
    ["a table that is missing", failing("42P01")],
    ["a row that is there already", failing("23505")],
    ["a deadlock, which was tried again", failing("40P01")],
    ["a file that is missing", failing("ENOENT", { syscall: "open" })],
    ["a refusal", new DomainError("NOT_FOUND", "There is none.")],
    ["a bug", new TypeError("x is not a function")],
    ["no error", "text"],
  ])("%s", (_, error) => {
    expect(databaseTrouble(error)).toBeNull();
  });
});
