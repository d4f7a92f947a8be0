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
      "Generates an image with AI and stores it. Costs one image credit of the monthly allowance or a purchased one. Falls back to the next provider on failure or timeout. Requires the app in x-app-id.",
  })
  generateImage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => GenerateImageInput) input: GenerateImageInput,
  ): Promise<GeneratedImage> {
    return generateImage(ctx, input);
  }

  @Query(() => StockPhoto, { description: "Finds the best matching stock photo." })
  photo(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SearchPhotoInput) input: SearchPhotoInput,
  ): Promise<StockPhoto> {
    return searchPhoto(ctx, input);
  }
}
