import {
  ArrayMaxSize,
  IsOptional,
  Length,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateNested,
} from "class-validator";
import { Arg, Args, ArgsType, Field, InputType, Mutation, Query, Resolver } from "type-graphql";
import { beforeEach, expect, test } from "vitest";
import { isPublic } from "../../src/access/rules.ts";
import { askSubgraph, toyCall, toyGraph } from "../federation/toy-graph.ts";

/** Values that the rules of this file have read. */
const read: unknown[] = [];

function Reads(options: { each?: boolean } = {}): PropertyDecorator {
  const validate = (value: unknown) => read.push(value) > 0;
  return ValidateBy({ name: "reads", validator: { validate, defaultMessage: () => "" } }, options);
}

@InputType()
class BaseNoteInput {
  @Field(() => String)
  @Reads()
  @Matches(/^a+$/)
  @MaxLength(5)
  text: string;
}

@InputType()
class NoteInput extends BaseNoteInput {
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(2)
  @MaxLength(3, { each: true })
  @Matches(/^a+$/, { each: true })
  @Reads({ each: true })
  tags?: string[];
}

@InputType()
class FolderInput {
  @Field(() => NoteInput)
  @ValidateNested()
  note: NoteInput;
}

@ArgsType()
class NoteArgs {
  @Field(() => String)
  @Length(2, 4)
  @Matches(/^a+$/)
  @Reads()
  word: string;
}

@Resolver()
class NoteResolver {
  @Query(() => Boolean)
  note(@Args(() => NoteArgs) _args: NoteArgs): boolean {
    return true;
  }

  @Mutation(() => Boolean)
  file(@Arg("input", () => FolderInput) _input: FolderInput): boolean {
    return true;
  }
}

const graph = toyGraph({
  resolvers: [NoteResolver],
  rules: { Query: { note: isPublic }, Mutation: { file: isPublic } },
});

beforeEach(() => {
  read.length = 0;
});

async function faultsOf(query: string): Promise<unknown> {
  const { errors } = await askSubgraph(graph, query, toyCall());
  const { details } = (errors?.[0]?.extensions ?? {}) as {
    details?: { fields: { path: string; rule: string }[] };
  };
  return details?.fields.map(({ path, rule }) => `${path} ${rule}`);
}

const fileNote = (note: string) => `mutation { file(input: { note: { ${note} } }) }`;

test("text that is too long is read by no pattern, in arguments and in nested and inherited input", async () => {
  expect(await faultsOf('{ note(word: "bbbbb") }')).toEqual([expect.stringMatching(/^word \w*ength$/i)]);
  expect(await faultsOf(fileNote('text: "bbbbbb"'))).toEqual(["note.text maxLength"]);
  expect(read).toEqual([]);
});

test("lists with too many items, or with one that is too long, are read by no pattern", async () => {
  expect(await faultsOf(fileNote('text: "a", tags: ["b", "b", "b"]'))).toEqual(["note.tags maxItems"]);
  expect(await faultsOf(fileNote('text: "a", tags: ["b", "bbbb"]'))).toEqual(["note.tags maxLength"]);
  expect(read).toEqual(["a", "a"]);
});

test("a pattern reads only text of an allowed length", async () => {
  expect(await faultsOf('{ note(word: "bb") }')).toEqual(["word pattern"]);
  expect(await faultsOf(fileNote('text: "b", tags: ["b"]'))).toEqual([
    "note.tags pattern",
    "note.text pattern",
  ]);
  expect(await faultsOf(fileNote('text: "aaaaa", tags: ["aaa", "a"]'))).toBeUndefined();
  expect([...new Set(read)]).toEqual(["bb", "b", "aaa", "a", "aaaaa"]);
});

test("length is counted in code points, as the rule counts it", async () => {
  expect(await faultsOf(fileNote('text: "\u{1F600}\u{1F600}\u{1F600}"'))).toEqual(["note.text pattern"]);
});
