import { Field, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A status event in the history of a call." })
export class CallEvent {
  @Field(() => ID, { description: "Unique ID of the event, prefixed `cev_`." })
  id: string;
  @Field(() => String, { description: "Call status reported by the event." })
  status: string;
  @Field(() => String, { description: "Origin of the event: platform or carrier." })
  source: string;
  @Field(() => Int, {
    nullable: true,
    description: "Sequence number assigned by the carrier. Null when there is none.",
  })
  sequence: number | null;
  @Field(() => Boolean, { description: "False when the event arrived too late to change the status." })
  applied: boolean;
  @Field(() => Date, { description: "Time of the event, as reported by its source." })
  at: string;
  @Field(() => Date, { description: "Time the event was recorded." })
  receivedAt: string;
}

@ObjectType({ description: "The status events of a call, oldest first." })
export class CallEventList {
  @Field(() => [CallEvent], { description: "Status events, oldest first." })
  events: CallEvent[];
}
