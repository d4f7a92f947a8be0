import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { FileLinkInput } from "./files.types.ts";
import {
  beginFile,
  claimFile,
  findAwaited,
  findOwned,
  finishFile,
  linkOwnedFile,
} from "./held-files.service.ts";
import { uploadFile } from "./uploads.service.ts";
import * as uploads from "./uploads.types.ts";

@Resolver()
export class UploadsResolver {
  @Mutation(() => uploads.UploadedFile, {
    description:
      "Uploads a file for tools that take a fileId. Send up to 64 KiB as base64, or up to 10 MiB through an upload URL. The file is kept for 7 days.",
  })
  uploadFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.UploadFileInput) input: uploads.UploadFileInput,
  ): Promise<uploads.UploadedFile> {
    return uploadFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => uploads.HeldFile, {
    description: "Returns the file that an upload URL accepts. Internal to the router.",
  })
  awaitedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileLinkInput) input: FileLinkInput,
  ): Promise<uploads.HeldFile> {
    return findAwaited(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => uploads.HeldFile, {
    description: "Returns a file by its ID and owner. Internal to the router.",
  })
  ownedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.OwnedFileInput) input: uploads.OwnedFileInput,
  ): Promise<uploads.HeldFile> {
    return findOwned(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => uploads.FinishedFile, {
    description: "Returns a link to a file by its ID and owner. Internal to subgraphs.",
  })
  ownedFileLink(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.OwnedFileInput) input: uploads.OwnedFileInput,
  ): Promise<uploads.FinishedFile> {
    return linkOwnedFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => ID, { description: "Records the first bytes received for a file. Internal to the router." })
  claimFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.ClaimFileInput) input: uploads.ClaimFileInput,
  ): Promise<string> {
    return claimFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => ID, { description: "Creates a file for a response. Internal to the router." })
  beginFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => uploads.BeginFileInput) input: uploads.BeginFileInput,
  ): Promise<string> {
    return beginFile(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => uploads.FinishedFile, {
    description: "Marks a file as stored and returns its link. Internal to the router.",
  })
  finishFile(
    @Ctx() ctx: HubContext,
    @Arg("fileId", () => ID, { description: "ID of the file whose bytes are stored." }) fileId: string,
  ): Promise<uploads.FinishedFile> {
    return finishFile(ctx, fileId);
  }
}
