import type { PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { estimateBytes } from "../../../router/execution/estimate-bytes.ts";
import { FetchDocuments } from "../../../router/execution/fetch-documents.ts";

const people = "{people{id}}";
const books = "{books{isbn}}";
const fetchOf = (operation: string) => ({ kind: "Fetch", serviceName: "toy", operation }) as PlanNode;
const flatten = (operation: string) =>
  ({ kind: "Flatten", path: [], node: fetchOf(operation) }) as unknown as PlanNode;

function estimate(node: PlanNode | null, text = "{ a }", documents = new FetchDocuments()): number {
  const plans = node ? [{ kind: "QueryPlan", node } as QueryPlan] : [];
  return estimateBytes(plans, parse(text), documents);
}

const base = estimate(null);
/** The share of a plan's fetches in an estimate. */
const fetchBytes = (node: PlanNode, documents?: FetchDocuments) => estimate(node, "{ a }", documents) - base;

test("the estimate of an operation grows by the same number of bytes with each field", () => {
  const perField = estimate(null, "{ a b }") - base;
  expect(perField).toBeGreaterThan(0);
  expect(estimate(null, "{ a b { c } d: a }")).toBe(base + 3 * perField);
});

test("the estimate of a fetch is in proportion to its document", () => {
  const perByte = fetchBytes(fetchOf(people)) / people.length;
  expect(perByte).toBeGreaterThan(0);
  expect(fetchBytes(fetchOf(books))).toBe(perByte * books.length);
});

test("the fetches of sequences and flattened paths are added up", () => {
  const [one, other] = [fetchBytes(fetchOf(people)), fetchBytes(fetchOf(books))];
  const nodes = [fetchOf(people), flatten(books)];
  expect(fetchBytes({ kind: "Sequence", nodes })).toBe(one + other);
  expect(fetchBytes({ kind: "Parallel", nodes })).toBe(one + other);
});

test("a document that several fetches share is estimated for the first only", () => {
  const documents = new FetchDocuments();
  const held = [documents.parse(people)];
  expect(fetchBytes(fetchOf(people), documents)).toBeGreaterThan(0);
  held.push(documents.parse(people));
  expect(fetchBytes(fetchOf(people), documents)).toBe(0);
  expect(held[0]).toBe(held[1]);
});
