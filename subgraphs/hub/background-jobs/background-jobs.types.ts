import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../src/graphql/page-type.ts";

@ObjectType({ description: "Queue of background jobs, with the number of jobs in each state." })
export class JobQueue {
  @Field(() => ID, { description: "Name of the queue, which is the name of its job." })
  queue: string;
  @Field(() => String, {
    nullable: true,
    description: "Cron expression of the schedule; null for a job that is only enqueued.",
  })
  schedule: string | null;
  @Field(() => Int, { description: "Attempts of a job before it becomes a dead letter." })
  attempts: number;
  @Field(() => Int, { description: "Jobs that are due and wait for a worker." })
  waiting: number;
  @Field(() => Int, { description: "Jobs that are planned for a later time." })
  delayed: number;
  @Field(() => Int, { description: "Failed jobs that will be tried again." })
  retrying: number;
  @Field(() => Int, { description: "Jobs that are running now." })
  running: number;
  @Field(() => Int, { description: "Dead letters: jobs whose last attempt failed." })
  dead: number;
  @Field(() => Date, {
    nullable: true,
    description: "Since when the oldest due job waits; null when none waits.",
  })
  oldestDueAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the newest dead letter; null without one.",
  })
  lastFailedAt: Date | null;
}

@ObjectType({ description: "All queues of background jobs, ordered by name." })
export class JobQueueList {
  @Field(() => [JobQueue], { description: "Queues, ordered by name." })
  queues: JobQueue[];
  @Field(() => Int, { description: "Number of queues." })
  total: number;
}

@ObjectType({ description: "Background job whose last attempt failed. Its payload is never shown." })
export class DeadLetter {
  @Field(() => ID, { description: "ID of the job, as in the log of its attempts." })
  jobId: string;
  @Field(() => ID, { description: "Name of the queue." })
  queue: string;
  @Field(() => Int, { description: "Number of attempts." })
  attempts: number;
  @Field(() => String, { description: "Type of the last error, such as `DomainError`." })
  errorName: string;
  @Field(() => String, { nullable: true, description: "Code of the last error; null when it has none." })
  errorCode: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Message of the last error. Null where it may repeat the payload; the log has it under the job's ID.",
  })
  errorMessage: string | null;
  @Field(() => Date, { description: "Time the job was enqueued, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last attempt, ISO 8601 in UTC." })
  failedAt: Date;
  @Field(() => Date, { description: "Time at which the dead letter is deleted, ISO 8601 in UTC." })
  deletedAt: Date;
}

@ObjectType({ description: "Dead letters, newest first." })
export class DeadLetterPage extends countedPageOf(DeadLetter, "deadLetters") {}

@ArgsType()
export class DeadLetterArgs {
  @Field(() => ID, { nullable: true, description: "Only dead letters of this queue." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  queue?: string | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of dead letters per page." })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page: `nextCursor` of the previous page.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  after?: string | null;
}

@InputType({ description: "Dead letter to retry or to discard." })
export class DeadLetterInput {
  @Field(() => ID, { description: "ID of the job." })
  @MinLength(1)
  @MaxLength(64)
  jobId: string;
}

@InputType({ description: "Queue whose dead letters are retried, newest first." })
export class RetryDeadLettersInput {
  @Field(() => ID, { description: "Name of the queue." })
  @MinLength(1)
  @MaxLength(100)
  queue: string;
  @Field(() => Int, {
    defaultValue: 100,
    description: "Maximum number of dead letters to retry with this request, 1 to 500.",
  })
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number;
}

@ObjectType({ description: "Job that is no longer a dead letter." })
export class DeadLetterChange {
  @Field(() => ID, { description: "ID of the job." })
  jobId: string;
  @Field(() => ID, { description: "Name of the queue." })
  queue: string;
  @Field(() => String, { description: "`retrying`: it gets one more attempt. `discarded`: it was deleted." })
  status: "retrying" | "discarded";
}

@ObjectType({ description: "Result of retrying the dead letters of a queue." })
export class RetriedDeadLetters {
  @Field(() => ID, { description: "Name of the queue." })
  queue: string;
  @Field(() => Int, { description: "Dead letters that get one more attempt." })
  retried: number;
  @Field(() => Int, {
    description: "Dead letters that were left: a job of the same key already waits or runs.",
  })
  skipped: number;
  @Field(() => Int, { description: "Dead letters that are left in the queue, the skipped ones included." })
  remaining: number;
}
