import { IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { CrmPageArgs } from "../page.types.ts";

/** One line that is not blank. Blanks and the first other character exclude each other, which keeps it linear. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;

export const CrmTaskStatus = { open: "open", completed: "completed" } as const;
export type CrmTaskStatus = keyof typeof CrmTaskStatus;
registerEnumType(CrmTaskStatus, {
  name: "CrmTaskStatus",
  description: "Status of a task.",
  valuesConfig: {
    open: { description: "The task has to be done." },
    completed: { description: "The task was done." },
  },
});

@ObjectType({ description: "Task of a user of the account." })
export class CrmTask {
  @Field(() => ID, { description: "Unique ID of the task." })
  taskId: string;
  @Field(() => String, { description: "Title of the task." })
  title: string;
  @Field(() => String, { nullable: true, description: "Notes of the account; null without any." })
  notes: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the contact; null without one." })
  contactId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the deal; null without one." })
  dealId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the user who does it; null for nobody." })
  assignee: string | null;
  @Field(() => CrmTaskStatus, { description: "Current status of the task." })
  status: CrmTaskStatus;
  @Field(() => Date, { nullable: true, description: "Time by which it has to be done; null without one." })
  dueAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time of the reminder; null without one." })
  remindAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time when the reminder was sent; null before that." })
  remindedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time when the task was done; null before that." })
  completedAt: Date | null;
  @Field(() => ID, { nullable: true, description: "ID of the user or key that completed it; null before." })
  completedBy: string | null;
  @Field(() => Date, { description: "Time when the task was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the task." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of tasks, newest first." })
export class CrmTaskPage extends pageOf(CrmTask, "tasks") {
  @Field(() => Int, { description: "Number of matching tasks on all pages." })
  total: number;
}

@InputType({ description: "New task." })
export class CreateTaskInput {
  @Field(() => String, { description: "Title of the task, one line of at most 200 characters." })
  @MaxLength(200)
  @Matches(oneLine)
  title: string;
  @Field(() => String, { nullable: true, description: "Notes, at most 5,000 characters." })
  @IsOptional()
  @MaxLength(5_000)
  notes?: string | null;
  @Field(() => Date, { nullable: true, description: "Time by which it has to be done." })
  @IsOptional()
  dueAt?: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the reminder by e-mail. Defaults to `dueAt`; null for no reminder.",
  })
  @IsOptional()
  remindAt?: Date | null;
  @Field(() => ID, { nullable: true, description: "ID of the contact it is about." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the deal it is about." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  dealId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the user of the account who does it. Defaults to the person who calls.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  assignee?: string | null;
}

@InputType({ description: "Selects a task." })
export class CompleteTaskInput {
  @Field(() => ID, { description: "ID of the task to complete." })
  @MinLength(1)
  @MaxLength(64)
  taskId: string;
}

@ArgsType()
export class TasksArgs extends CrmPageArgs {
  @Field(() => CrmTaskStatus, { nullable: true, description: "Only tasks with this status." })
  status?: CrmTaskStatus | null;
  @Field(() => Date, { nullable: true, description: "Only tasks that are due before this time." })
  @IsOptional()
  dueBefore?: Date | null;
  @Field(() => ID, { nullable: true, description: "Only tasks about this contact." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only tasks about this deal." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  dealId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only tasks of this user." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  assignee?: string | null;
}
