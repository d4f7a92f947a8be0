import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { CompleteTaskInput, CreateTaskInput, CrmTask, CrmTaskPage, TasksArgs } from "./task.types.ts";
import { completeTask, createTask, listTasks } from "./tasks.service.ts";

@Resolver()
export class TasksResolver {
  @Query(() => CrmTaskPage, { description: "Lists tasks of the account, newest first." })
  tasks(@Ctx() ctx: HubContext, @Args(() => TasksArgs) args: TasksArgs): Promise<CrmTaskPage> {
    return listTasks(ctx, args);
  }

  @Mutation(() => CrmTask, { description: "Creates a task with a reminder by e-mail." })
  createTask(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateTaskInput, { description: "Task to create." }) input: CreateTaskInput,
  ): Promise<CrmTask> {
    return createTask(ctx, input);
  }

  @Mutation(() => CrmTask, { description: "Marks a task as done." })
  completeTask(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CompleteTaskInput, { description: "Task to complete." }) input: CompleteTaskInput,
  ): Promise<CrmTask> {
    return completeTask(ctx, input);
  }
}
