import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { FileLinkInput } from "./files.types.ts";
import { beginFile, claimFile, findAwaited, findOwned, finishFile } from "./held-files.service.ts";
import { uploadFile } from "./uploads.service.ts";
import * as uploads from "./uploads.types.ts";

@Resolver()
export class UploadsResolver {
  @Mutation(() => uploads.UploadedFile, {
    description:
      "Hands in a file for tools that take a fileId: up to 64 KiB as base64, or up to 10 MiB sent to the link of the answer. It is kept for 7 days.",
  })
  uploadFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.UploadFileInput) input: uploads.UploadFileInput,
  ): Promise<uploads.UploadedFile> {
    return uploadFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => uploads.HeldFile, { description: "The file that a link lets send. For the router alone." })
  awaitedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileLinkInput) input: FileLinkInput,
  ): Promise<uploads.HeldFile> {
    return findAwaited(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => uploads.HeldFile, { description: "A file by its id and owner. For the router alone." })
  ownedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.OwnedFileInput) input: uploads.OwnedFileInput,
  ): Promise<uploads.HeldFile> {
    return findOwned(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => ID, { description: "Takes the bytes that came first. For the router alone." })
  claimFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.ClaimFileInput) input: uploads.ClaimFileInput,
  ): Promise<string> {
    return claimFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => ID, { description: "Begins a file that holds an answer. For the router alone." })
  beginFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.BeginFileInput) input: uploads.BeginFileInput,
  ): Promise<string> {
    return beginFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => uploads.FinishedFile, { description: "Says that bytes are stored. For the router alone." })
  finishFile(@Ctx() ctx: HubContext, @Arg("fileId", () => ID) fileId: string): Promise<uploads.FinishedFile> {
    return finishFile(ctx, fileId);
  }
}
