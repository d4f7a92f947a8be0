import { Matches, MaxLength, MinLength } from "class-validator";
import { GraphQLError, GraphQLScalarType } from "graphql";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { ImageStyle } from "./image-prompt.ts";
import { ImageQuality, imageSizes, type ImageSize } from "./image-provider.port.ts";
import type { ImageCreditsLeft } from "./image-credits.service.ts";

registerEnumType(ImageQuality, { name: "ImageQuality", description: "How carefully an image is drawn." });
registerEnumType(ImageStyle, { name: "ImageStyle", description: "What an image shall look like." });

/** A number of image credits, or `unlimited`. */
export const ImageCreditsScalar = new GraphQLScalarType<ImageCreditsLeft, ImageCreditsLeft>({
  name: "ImageCredits",
  description: "Image credits: an integer, -1 without limit; the word unlimited for administrators.",
  serialize: (value) => {
    if (value === "unlimited" || (typeof value === "number" && Number.isInteger(value))) return value;
    throw new GraphQLError("ImageCredits must be an integer or unlimited.");
  },
});

@InputType({ description: "An image to be drawn by whichever AI provider answers first in the chain." })
export class GenerateImageInput {
  @Field(() => String, { description: "What is to be seen, 1 to 4,000 characters. It is not kept." })
  @MinLength(1)
  @MaxLength(4_000)
  prompt: string;
  @Field(() => String, {
    defaultValue: "1024x1024",
    description: "Pixels. A provider that knows shapes only draws the same shape in a size of its own.",
  })
  @Matches(new RegExp(`^(${imageSizes.join("|")})$`), { message: `must be ${imageSizes.join(", ")}` })
  size: ImageSize;
  @Field(() => ImageQuality, {
    defaultValue: "auto",
    description: "More takes longer; `auto` is the provider's choice.",
  })
  quality: ImageQuality;
  @Field(() => ImageStyle, { defaultValue: "professional", description: "What is added to the prompt." })
  style: ImageStyle;
}

@ObjectType({ description: "An image that an AI provider has drawn, stored for its owner." })
export class GeneratedImage {
  @Field(() => String, { description: "A signed link, good for a year, for whoever has it." })
  imageUrl: string;
  @Field(() => String)
  filename: string;
  @Field(() => String, {
    nullable: true,
    description: "What the provider made of the prompt, where it tells.",
  })
  revisedPrompt: string | null;
  @Field(() => Int, {
    description: "Milliseconds from the request to the answer, failed attempts and storing included.",
  })
  duration: number;
  @Field(() => ImageCreditsScalar, {
    description:
      "Images left: of the calendar month's allowance (UTC) and of those bought. -1 without limit, `unlimited` for administrators.",
  })
  creditsRemaining: ImageCreditsLeft;
  @Field(() => ID, { description: "For deleting it, which closes the link." })
  fileId: string;
  @Field(() => String, { description: "Who drew it: openai or google." })
  provider: string;
  @Field(() => String, {
    description: "The provider's model. It ends in `-sandbox` where the sandbox stood in for the provider.",
  })
  model: string;
}
