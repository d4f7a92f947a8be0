import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { generateImage } from "./generate-image.service.ts";
import { GeneratedImage, GenerateImageInput } from "./image.types.ts";
import { SearchPhotoInput, StockPhoto } from "../photos/photo.types.ts";
import { searchPhoto } from "../photos/search-photo.service.ts";

@Resolver()
export class ImageResolver {
  @Mutation(() => GeneratedImage, {
    description:
      "Has an image drawn and stores it. It takes one image credit of the month's allowance or of those bought. When a " +
      "provider fails or takes too long, the next one is asked. Needs the app in x-app-id.",
  })
  generateImage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => GenerateImageInput) input: GenerateImageInput,
  ): Promise<GeneratedImage> {
    return generateImage(ctx, input);
  }

  @Query(() => StockPhoto, { description: "The stock photo that fits best." })
  photo(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SearchPhotoInput) input: SearchPhotoInput,
  ): Promise<StockPhoto> {
    return searchPhoto(ctx, input);
  }
}
