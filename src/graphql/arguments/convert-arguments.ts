import { getMetadataStorage } from "type-graphql";
import { validateArgument } from "./validate-argument.ts";

/** One parameter of a resolver method, as type-graphql's metadata has it. */
export interface ParamMetadata {
  kind: string;
  index: number;
  name?: string;
  propertyName?: string;
  getType?: () => unknown;
  validateFn?: unknown;
  validateSettings?: unknown;
}

type Arguments = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

interface InputField {
  name: string;
  getType(): unknown;
}

interface ClassMetadata {
  target: Function;
  fields?: InputField[];
}

/**
 * Compiles the reading of one `@Arg` or `@Args` parameter: conversion to its class and validation. type-graphql looks up
 * both in its metadata at every call, and awaits the validation.
 */
export function compileArgument(param: ParamMetadata): (args: Arguments) => unknown {
  const convert = param.kind === "args" ? compileArgsClass(param) : compileArg(param);
  return (args) => {
    const value = convert(args);
    validateArgument(value);
    return value;
  };
}

function compileArg({ name, getType }: ParamMetadata): (args: Arguments) => unknown {
  const convert = lazily(() => converterOf(getType!()));
  return (args) => convert(args[name!]);
}

function compileArgsClass({ getType }: ParamMetadata): (args: Arguments) => unknown {
  return lazily(() => {
    const target = getType!() as Function;
    return instantiator(target, fieldsOf(storage().argumentTypes, target));
  });
}

/** Converters by class: input types refer to each other. */
const converters = new Map<unknown, Convert>();

/** Makes instances of input types out of plain objects, in lists too; other values stay as they are. */
function converterOf(type: unknown): Convert {
  const known = converters.get(type);
  if (known) return known;
  const isInput = storage().inputTypes.some(({ target }) => target === type);
  const convert = isInput
    ? deep(lazily(() => instantiator(type as Function, fieldsOf(storage().inputTypes, type as Function))))
    : asIs;
  converters.set(type, convert);
  return convert;
}

const asIs: Convert = (value) => value;

function deep(convert: Convert): Convert {
  const each: Convert = (value) => {
    if (value === null || value === undefined) return value;
    return Array.isArray(value) ? value.map(each) : convert(value);
  };
  return each;
}

/** A new instance with the fields that were given; a field of the class without a value does not exist on it. */
function instantiator(target: Function, fields: readonly InputField[]): Convert {
  const steps = fields.map(({ name, getType }) => ({ name, convert: converterOf(getType()) }));
  const create = creatorOf(target);
  return (given) => {
    const data = given as Arguments;
    const instance = create(data);
    for (const { name, convert } of steps) {
      const value = data[name];
      if (value !== undefined) instance[name] = convert(value);
    }
    return instance;
  };
}

/** Deleting the declared fields of an instance makes it slow, so a class without default values is not constructed. */
function creatorOf(target: Function): (data: Arguments) => Arguments {
  const Target = target as new () => Arguments;
  if (Object.values(new Target()).every((value) => value === undefined))
    return () => Object.create(target.prototype as object) as Arguments;
  return (data) => {
    const instance = new Target();
    for (const name of Object.keys(instance)) {
      if (instance[name] === undefined && data[name] === undefined) delete instance[name];
    }
    return instance;
  };
}

/** The fields of a class and of the classes that it extends; its own come first and hide theirs. */
function fieldsOf(types: readonly ClassMetadata[], target: Function): InputField[] {
  const found = new Map<string, InputField>();
  for (
    let type: Function = target;
    type.prototype !== undefined;
    type = Object.getPrototypeOf(type) as Function
  ) {
    const fields = types.find((known) => known.target === type)?.fields ?? [];
    for (const field of fields) if (!found.has(field.name)) found.set(field.name, field);
  }
  return [...found.values()];
}

function lazily<T>(make: () => (value: T) => unknown): (value: T) => unknown {
  let made: ((value: T) => unknown) | null = null;
  return (value) => (made ??= make())(value);
}

function storage(): { inputTypes: ClassMetadata[]; argumentTypes: ClassMetadata[] } {
  return getMetadataStorage();
}
