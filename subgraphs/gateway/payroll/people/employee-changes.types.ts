import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { MaxLength } from "class-validator";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

@ObjectType({ description: "A change to an employee's data, from the audit trail." })
class EmployeeChange {
  @Field(() => ID, { description: "ID of the audit entry." })
  id: string;
  @Field(() => Date, { description: "Time of the change." })
  at: string;
  @Field(() => String, { description: "Operation, such as `updateEmployee`." })
  action: string;
  @Field(() => String, { description: "Kind of principal: `user`, `api_key` or `service_account`." })
  actorType: string;
  @Field(() => ID, { description: "ID of the principal who made the change." })
  actorId: string;
  @Field(() => [String], { description: "Names of the fields that were given." })
  fields: string[];
}

@ObjectType({ description: "A page of changes to an employee, newest first." })
export class EmployeeChangePage extends countedPageOf(EmployeeChange, "changes") {}

@ArgsType()
export class EmployeeChangesArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
}
