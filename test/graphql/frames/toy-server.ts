import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { onTestFinished } from "vitest";
import { isPublic, isUser } from "../../../src/access/rules.ts";
import type { RequestContext } from "../../../src/context.ts";
import { DomainError } from "../../../src/errors.ts";
import { createLocalExecutor } from "../../../src/graphql/local-executor.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { serveSubgraph } from "../../../src/graphql/serve-subgraph.ts";
import { toyCall, toyContext, toyGraph, type ToyCall } from "../../federation/toy-graph.ts";
import { secret } from "./raw-router.ts";

/** What the subgraph has been doing. */
export const seen = { writes: 0, aborted: 0, waiting: [] as (() => void)[] };

@Resolver()
class ThingResolver {
  @Query(() => Int)
  double(@Arg("value", () => Int) value: number): number {
    return value * 2;
  }

  @Query(() => Int)
  total(@Arg("values", () => [Int]) values: number[]): number {
    return values.reduce((sum, value) => sum + value, 0);
  }

  @Query(() => Int, { nullable: true })
  missing(): number {
    throw new DomainError("HOLD_NOT_FOUND", "There is no such hold.");
  }

  @Query(() => Int, { nullable: true })
  broken(): number {
    throw new Error("SELECT secret");
  }

  @Query(() => Int, { nullable: true })
  own(): number {
    return 1;
  }

  @Query(() => String)
  caller(@Ctx() { principal, requestId, appId, idempotencyKey, clock }: RequestContext): string {
    const at = clock.now().getUTCFullYear();
    return [principal.id, requestId, appId, idempotencyKey, at].join(" ");
  }

  @Query(() => String)
  long(@Arg("length", () => Int) length: number): string {
    return "é".repeat(length);
  }

  @Query(() => Int)
  async slow(@Ctx() { signal }: RequestContext): Promise<number> {
    signal?.addEventListener("abort", () => (seen.aborted += 1));
    await new Promise<void>((resolve) => seen.waiting.push(resolve));
    return 7;
  }

  @Mutation(() => Int)
  async slowCharge(): Promise<number> {
    seen.writes += 1;
    await new Promise<void>((resolve) => seen.waiting.push(resolve));
    return 1;
  }

  @Mutation(() => Int)
  charge(@Arg("value", () => Int) value: number, @Ctx() { meter }: RequestContext): number {
    seen.writes += 1;
    meter.chargedHundredths += value;
    return value;
  }
}

const graph = toyGraph({
  resolvers: [ThingResolver],
  rules: {
    Query: {
      double: isPublic,
      total: isPublic,
      missing: isPublic,
      broken: isPublic,
      own: isUser,
      caller: isPublic,
      long: isPublic,
      slow: isPublic,
    },
    Mutation: { charge: isPublic, slowCharge: isPublic },
  },
});

export interface ToyServer {
  server: FastifyInstance;
  port: number;
  url: string;
  /** Paths of HTTP requests. */
  paths: string[];
  lines: ToyCall["lines"];
  draining: { isOn: boolean };
}

/** A subgraph as a process of its own serves it. */
export async function startToy(port = 0): Promise<ToyServer> {
  Object.assign(seen, { writes: 0, aborted: 0, waiting: [] });
  const execute = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });
  const database = { ping: () => Promise.resolve() };
  const subgraph = { name: "toy", graph, execute, contextFor: toyContext, database };
  const { log, lines } = toyCall();
  const draining = { isOn: false };
  const server = await serveSubgraph(subgraph as unknown as RunningSubgraph, {
    secrets: [secret, "an-older-secret"],
    log,
    draining: { isDraining: () => draining.isOn },
  });
  const paths: string[] = [];
  server.server.prependListener("request", ({ url }: { url: string }) => paths.push(url));
  await server.listen({ host: "127.0.0.1", port });
  onTestFinished(async () => {
    for (const finish of seen.waiting) finish();
    await server.close();
  });
  const address = server.server.address() as AddressInfo;
  return { server, port: address.port, url: `http://127.0.0.1:${address.port}`, paths, lines, draining };
}
