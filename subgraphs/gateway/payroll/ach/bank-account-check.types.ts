import { ArrayMaxSize, ArrayMinSize, IsInt, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { AchBankInput } from "./ach-file.types.ts";

@InputType({ description: "Bank accounts to send two small deposits to, and the bank that gets the file." })
export class CreateBankAccountCheckFileInput extends AchBankInput {
  @Field(() => [ID], { description: "IDs of 1 to 100 unverified bank accounts of employees." })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @MaxLength(64, { each: true })
  bankAccountIds: string[];
}

@InputType({ description: "Bank account to verify, with the two amounts that the employee received." })
export class VerifyEmployeeBankAccountInput {
  @Field(() => ID, { description: "ID of the bank account." })
  @MaxLength(64)
  bankAccountId: string;
  @Field(() => [Int], { description: "Amounts of the two small deposits in cents, 1 to 99, in any order." })
  @ArrayMinSize(2)
  @ArrayMaxSize(2)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(99, { each: true })
  amounts: number[];
}
