import { MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "A request to a calendar of a connected account." })
export class ConnectedCalendarInput {
  @Field(() => ID, { description: "ID of the connection." })
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, { description: "Name of the request." })
  @MaxLength(40)
  action: string;
  @Field(() => JSONObjectScalar, { description: "Argument of the request." })
  argument: Record<string, unknown>;
}

@ObjectType({ description: "The outcome of a request to a connected calendar." })
export class ConnectedCalendarOutcome {
  @Field(() => String, { description: "Name of the service, for example `google`." })
  provider: string;
  @Field(() => JSONObjectScalar, { description: "Outcome of the request." })
  outcome: Record<string, unknown>;
}
