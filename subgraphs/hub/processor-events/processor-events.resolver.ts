import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listEvents, replayEvent } from "./events.service.ts";
import {
  ProcessorEventArgs,
  ProcessorEventPage,
  ProcessorEventRecord,
  ReceivedProcessorEvent,
  ReceiveProcessorEventInput,
  ReplayProcessorEventInput,
} from "./processor-events.types.ts";
import { receiveEvent } from "./receive-event.service.ts";

@Resolver()
export class ProcessorEventsResolver {
  @Query(() => ProcessorEventPage, {
    description: "Lists events received from the payment processor, newest first.",
  })
  processorEvents(
    @Ctx() ctx: HubContext,
    @Args(() => ProcessorEventArgs) args: ProcessorEventArgs,
  ): Promise<ProcessorEventPage> {
    return listEvents(ctx, args);
  }

  @Mutation(() => ReceivedProcessorEvent, {
    description: "Receives a signed webhook event of the payment processor.",
  })
  receiveProcessorEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveProcessorEventInput) input: ReceiveProcessorEventInput,
  ): Promise<ReceivedProcessorEvent> {
    return receiveEvent(ctx, input);
  }

  @Mutation(() => ProcessorEventRecord, {
    description: "Runs an event of the payment processor again, regardless of its status.",
  })
  replayProcessorEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReplayProcessorEventInput) input: ReplayProcessorEventInput,
  ): Promise<ProcessorEventRecord> {
    return replayEvent(ctx, input);
  }
}
