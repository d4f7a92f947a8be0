import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsOptional,
  Matches,
  MaxLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";

export const IntakeQuestionType = {
  text: "text",
  long_text: "long_text",
  number: "number",
  boolean: "boolean",
  choice: "choice",
  date: "date",
  email: "email",
  phone: "phone",
} as const;
export type IntakeQuestionType = keyof typeof IntakeQuestionType;
registerEnumType(IntakeQuestionType, {
  name: "IntakeQuestionType",
  description: "Kind of answer that an intake question takes.",
  valuesConfig: {
    text: { description: "One line of up to 200 characters." },
    long_text: { description: "Text of up to 2,000 characters." },
    number: { description: "A number." },
    boolean: { description: "Yes or no: true or false." },
    choice: { description: "One of the options of the question." },
    date: { description: "A date as YYYY-MM-DD." },
    email: { description: "An email address." },
    phone: { description: "A phone number of up to 40 characters." },
  },
});

@ObjectType({ description: "An earlier answer that a question depends on." })
export class IntakeCondition {
  @Field(() => String, { description: "Key of an earlier question." })
  key: string;
  @Field(() => [String], { description: "Answers to it with which the question is asked, as text." })
  equals: string[];
}

@ObjectType({ description: "A question that is asked at booking." })
export class IntakeQuestion {
  @Field(() => String, { description: "Key of the answer, unique in the form." })
  key: string;
  @Field(() => String, { description: "Question as customers read it." })
  label: string;
  @Field(() => IntakeQuestionType, { description: "Kind of answer." })
  type: IntakeQuestionType;
  @Field(() => Boolean, { description: "Whether a booking needs an answer." })
  required: boolean;
  @Field(() => [String], { description: "Possible answers of a `choice`. Empty for other kinds." })
  options: string[];
  @Field(() => IntakeCondition, {
    nullable: true,
    description: "Earlier answer that the question depends on. Null: it is always asked.",
  })
  showIf?: IntakeCondition | null;
}

@ObjectType({ description: "The questions that are asked when a service is booked." })
export class IntakeForm {
  @Field(() => ID, { description: "Unique ID of the form, prefixed `ifm_`." })
  id: string;
  @Field(() => ID, { description: "ID of the service that the form belongs to." })
  serviceId: string;
  @Field(() => Int, { description: "Version number, incremented by every change. Answers keep theirs." })
  version: number;
  @Field(() => [IntakeQuestion], { description: "Questions in the order in which they are asked." })
  questions: IntakeQuestion[];
  @Field(() => Date, { description: "Time the form was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the form's last change." })
  updatedAt: Date;
}

@InputType({ description: "An earlier answer that a question depends on." })
export class IntakeConditionInput {
  @Field(() => String, { description: "Key of an earlier question of the form." })
  @MaxLength(40)
  key: string;
  @Field(() => [String], {
    description: "Answers to it with which the question is asked. 1 to 30 texts such as `true`.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(30)
  @MaxLength(200, { each: true })
  equals: string[];
}

@InputType({ description: "A question to ask at booking." })
export class IntakeQuestionInput {
  @Field(() => String, {
    description: "Key of the answer: up to 40 letters, digits or underscores that start with a letter.",
  })
  @MaxLength(40)
  @Matches(/^[A-Za-z]\w{0,39}$/, { message: "must be a name that starts with a letter" })
  key: string;
  @Field(() => String, { description: "Question as customers read it, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  label: string;
  @Field(() => IntakeQuestionType, { description: "Kind of answer." })
  type: IntakeQuestionType;
  @Field(() => Boolean, { defaultValue: false, description: "True if a booking needs an answer." })
  required: boolean;
  @Field(() => [String], {
    nullable: true,
    description: "Possible answers of a `choice`: 2 to 30 different ones of up to 100 characters each.",
  })
  @IsOptional()
  @ArrayMinSize(2)
  @ArrayMaxSize(30)
  @ArrayUnique()
  @MaxLength(100, { each: true })
  @Matches(/^\S[^\r\n]{0,99}$/, { each: true, message: "must be one line that does not start with a space" })
  options?: string[] | null;
  @Field(() => IntakeConditionInput, {
    nullable: true,
    description:
      "Asks the question only after certain answers to an earlier one. Otherwise its answer is ignored.",
  })
  @IsOptional()
  @ValidateNested()
  showIf?: IntakeConditionInput | null;
}

@InputType({ description: "A form to add to a service." })
export class CreateIntakeFormInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => [IntakeQuestionInput], { description: "1 to 30 questions in order, with different keys." })
  @ArrayMinSize(1)
  @ArrayMaxSize(30)
  @ValidateNested()
  questions: IntakeQuestionInput[];
}

@InputType({ description: "New questions for a form." })
export class UpdateIntakeFormInput {
  @Field(() => ID, { description: "ID of the form." })
  @MaxLength(64)
  formId: string;
  @Field(() => [IntakeQuestionInput], {
    description: "Up to 30 questions that replace the current ones. None: nothing is asked any more.",
  })
  @ArrayMaxSize(30)
  @ValidateNested()
  questions: IntakeQuestionInput[];
}

@ArgsType()
export class IntakeFormsArgs {
  @Field(() => ID, { nullable: true, description: "Only the form of this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
}

@ArgsType()
export class IntakeAnswersArgs {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
}

@ObjectType({ description: "An answer to an intake question." })
export class IntakeAnswer {
  @Field(() => String, { description: "Key of the question." })
  key: string;
  @Field(() => String, { description: "Question as it was asked. The key for an answer without a question." })
  label: string;
  @Field(() => IntakeQuestionType, {
    nullable: true,
    description: "Kind of answer. Null without a question.",
  })
  type: IntakeQuestionType | null;
  @Field(() => String, {
    nullable: true,
    description: "Answer as text, such as `true`, `12.5` or `2026-03-01`. Null when it was not answered.",
  })
  value: string | null;
}

@ObjectType({ description: "The answers given with a booking." })
export class IntakeAnswers {
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => ID, { nullable: true, description: "ID of the form that was answered. Null without one." })
  formId: string | null;
  @Field(() => Int, { nullable: true, description: "Version of the form at the time. Null without a form." })
  formVersion: number | null;
  @Field(() => [IntakeAnswer], { description: "Answers in the order of the questions." })
  answers: IntakeAnswer[];
}
