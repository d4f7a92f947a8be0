import { inTransaction } from "../../../../src/db/transaction.ts";
import { mapStream, skipped, WakeUps, type Stream } from "../../../../src/concurrency/stream.ts";
import type { HubContext } from "../../hub.context.ts";
import { openRequest, settleRequest } from "./accounting.service.ts";
import { clientDisconnected, noProviders, providersUnavailable } from "../ai.errors.ts";
import type { TextProvider, TokenUsage } from "../ai.port.ts";
import type { GeneratedText, GeneratedTextPart, GenerateTextInput } from "../ai.types.ts";
import type { Attempt } from "./attempt.ts";
import {
  logContent,
  refusalOf,
  requireNamedApp,
  settleFailure,
  textPlan,
  toReply,
} from "./generate-text.service.ts";
import { guessUsage, textCostMicroUsd } from "./prices.ts";
import { ProviderFault } from "../providers/provider-fault.ts";
import { runAttempts, type AttemptRun } from "./run-attempts.service.ts";
import { firstWords, IdleTimer, type Begun } from "./text-begun.ts";

/**
 * Generates text as a stream; chunks that arrive faster than they are read are merged. Falls back to another provider
 * only until the first words arrive. A client that stops reading ends the provider's request at once. Accounting is
 * that of `generateText`; the cost of a response that was cut off is estimated by its length.
 */
export async function streamText(
  ctx: HubContext,
  input: GenerateTextInput,
): Promise<Stream<GeneratedTextPart>> {
  const appId = requireNamedApp(ctx);
  if (ctx.ports.ai.textProviders.length === 0) throw noProviders();
  const { em, principal } = ctx;
  const requestId = await inTransaction({ em, principal }, (own) =>
    openRequest(ctx, own, { kind: "text", appId, prompt: input.prompt, isStreamed: true }),
  );
  return new TextStream(ctx, { appId, requestId, input }).open();
}

interface StreamedRequest {
  appId: string;
  requestId: string;
  input: GenerateTextInput;
}

type StreamEnd = { result: GeneratedText } | { error: unknown };

class TextStream {
  readonly #ctx: HubContext;
  readonly #request: StreamedRequest;
  readonly #leaving = new AbortController();
  readonly #wakeUps = new WakeUps({ isDue: false, onEnd: () => this.#leaving.abort() });
  readonly #startedAt = performance.now();
  /** Written and not yet read. */
  #waiting = "";
  #end: StreamEnd | null = null;

  constructor(ctx: HubContext, request: StreamedRequest) {
    this.#ctx = ctx;
    this.#request = request;
  }

  open(): Stream<GeneratedTextPart> {
    const { signal } = this.#ctx;
    if (signal?.aborted) this.#leaving.abort();
    else signal?.addEventListener("abort", () => this.#leaving.abort(), { once: true });
    void this.#run().then(
      (result) => this.#finish({ result }),
      (error: unknown) => this.#finish({ error }),
    );
    return mapStream(this.#wakeUps, () => this.#take());
  }

  #finish(end: StreamEnd): void {
    this.#end = end;
    this.#wakeUps.wake();
  }

  #take(): GeneratedTextPart | typeof skipped {
    const delta = this.#waiting;
    this.#waiting = "";
    if (this.#end === null) return delta === "" ? skipped : { delta, result: null };
    void this.#wakeUps.return();
    if ("error" in this.#end) throw this.#end.error;
    return { delta, result: this.#end.result };
  }

  async #run(): Promise<GeneratedText> {
    const ctx = this.#ctx;
    const { requestId, input } = this.#request;
    const plan = textPlan(ctx, { ...this.#request, signal: this.#leaving.signal });
    const run = await runAttempts<TextProvider, Begun>(ctx, {
      ...plan,
      ask: async (provider, signal) => {
        const begun = await firstWords(provider.stream(input, signal)[Symbol.asyncIterator]());
        return { value: begun, usage: null };
      },
    });
    if (run.answer) return this.#handOn(run, run.answer);
    await settleFailure(ctx, requestId, { ...run, durationMs: this.#elapsedMs() });
    throw refusalOf(ctx, run);
  }

  /** Reads the rest, for as long as each next part comes within the caller's time. */
  async #handOn(
    run: AttemptRun<TextProvider, Begun>,
    { provider, value: { first, rest } }: NonNullable<AttemptRun<TextProvider, Begun>["answer"]>,
  ): Promise<GeneratedText> {
    let content = first;
    let usage: TokenUsage | null = null;
    let failure: "timeout" | "network" | "rejected" | null = null;
    this.#say(first);
    const idle = new IdleTimer(this.#request.input.timeout, () => this.#leaving.abort(idle));
    const ended = whenAborted(this.#leaving.signal);
    try {
      for (;;) {
        idle.restart();
        const { done, value } = await Promise.race([rest.next(), ended]);
        if (done) break;
        if ("usage" in value) usage = value.usage;
        else {
          content += value.text;
          this.#say(value.text);
        }
      }
    } catch (thrown) {
      failure = thrown instanceof ProviderFault && thrown.kind === "rejected" ? "rejected" : "network";
      if (this.#leaving.signal.reason === idle) failure = "timeout";
    } finally {
      idle.stop();
    }
    const hasLeft = failure !== null && this.#leaving.signal.aborted && failure !== "timeout";
    const counted = usage ?? (failure === null ? null : guessUsage(this.#request.input.prompt, content));
    const attempts = this.#closeAttempt(
      run,
      provider,
      counted,
      usage === null,
      hasLeft ? "aborted" : failure,
    );
    return this.#settle(
      { ...run, attempts },
      { content, usage: counted },
      failure && (hasLeft ? "left" : failure),
    );
  }

  async #settle(
    run: AttemptRun<TextProvider, Begun>,
    answer: { content: string; usage: TokenUsage | null },
    failure: "left" | "timeout" | "network" | "rejected" | null,
  ): Promise<GeneratedText> {
    const ctx = this.#ctx;
    const { requestId, input } = this.#request;
    const { em, principal } = ctx;
    const { text, result } = toReply(ctx, run, answer, this.#elapsedMs());
    const status = { left: "aborted", rejected: "rejected", timeout: "failed", network: "failed" } as const;
    const settled = failure === null ? result : { ...result, status: status[failure] };
    await inTransaction({ em, principal }, (own) => settleRequest(ctx, own, requestId, settled));
    if (failure === "left") throw clientDisconnected();
    if (failure === "rejected") throw refusalOf(ctx, { ...run, result: "rejected" });
    if (failure !== null) {
      const { name } = run.answer!.provider;
      await ctx.ports.breakers.record(em, name, { kind: "failed" }, ctx.clock.now().getTime());
      throw providersUnavailable(run.attempts);
    }
    logContent(ctx, input.prompt, answer.content);
    const { attempts: _attempts, ...whole } = text;
    return whole;
  }

  /** The attempt that answered, with its final usage and cost. */
  #closeAttempt(
    { attempts }: AttemptRun<TextProvider, Begun>,
    { model }: TextProvider,
    usage: TokenUsage | null,
    isGuessed: boolean,
    outcome: Attempt["outcome"] | null,
  ): Attempt[] {
    const last = attempts.at(-1)!;
    const costMicroUsd = usage && textCostMicroUsd(model, usage, this.#ctx.clock.now());
    const durationMs = Math.max(last.durationMs, this.#elapsedMs());
    const closed: Attempt = {
      ...last,
      outcome: outcome ?? last.outcome,
      usage,
      isGuessed: isGuessed && usage !== null,
      costMicroUsd,
      durationMs,
    };
    return [...attempts.slice(0, -1), closed];
  }

  #say(text: string): void {
    this.#waiting += text;
    this.#wakeUps.wake();
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

/** Not every SDK stops a stream immediately. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error("the stream was ended"));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}
