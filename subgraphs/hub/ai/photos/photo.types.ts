import { IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { PhotoColor, PhotoOrientation } from "./photo-library.port.ts";

registerEnumType(PhotoOrientation, {
  name: "PhotoOrientation",
  description: "Orientation of a photo.",
  valuesConfig: {
    landscape: { description: "Wider than tall." },
    portrait: { description: "Taller than wide." },
    squarish: { description: "About as wide as tall." },
  },
});
registerEnumType(PhotoColor, {
  name: "PhotoColor",
  description: "Dominant color of a photo.",
  valuesConfig: {
    black_and_white: { description: "Black and white photo." },
    black: { description: "Mostly black." },
    white: { description: "Mostly white." },
    yellow: { description: "Mostly yellow." },
    orange: { description: "Mostly orange." },
    red: { description: "Mostly red." },
    purple: { description: "Mostly purple." },
    magenta: { description: "Mostly magenta." },
    green: { description: "Mostly green." },
    teal: { description: "Mostly teal." },
    blue: { description: "Mostly blue." },
  },
});

@InputType({ description: "Search for a stock photo." })
export class SearchPhotoInput {
  @Field(() => String, { description: "Search text: what the photo shows, 1 to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/)
  query: string;
  @Field(() => String, { nullable: true, description: "Industry the photo is for. Improves the results." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  industry?: string | null;
  @Field(() => PhotoOrientation, { defaultValue: "landscape", description: "Orientation of the photo." })
  orientation: PhotoOrientation;
  @Field(() => PhotoColor, {
    nullable: true,
    description: "Dominant color of the photo; omit for any color.",
  })
  color?: PhotoColor | null;
}

@ObjectType({
  description:
    "Stock photo. Show it from `imageUrl` and credit the photographer with a link to `photographerUrl`.",
})
export class StockPhoto {
  @Field(() => String, { description: "URL of the image at the photo library." })
  imageUrl: string;
  @Field(() => String, { description: "Name of the photographer to credit." })
  photographer: string;
  @Field(() => String, { description: "URL of the photographer's page at the photo library." })
  photographerUrl: string;
  @Field(() => ID, { description: "ID of the photo at the photo library." })
  photoId: string;
  @Field(() => String, { description: "URL of the photo's page at the photo library." })
  photoUrl: string;
  @Field(() => String, { description: "URL that was called to report the use of the photo." })
  downloadLocation: string;
  @Field(() => String, {
    nullable: true,
    description: "Alternative text for the image; null when the library has none.",
  })
  altText: string | null;
  @Field(() => Int, { description: "Width of the original in pixels." })
  width: number;
  @Field(() => Int, { description: "Height of the original in pixels." })
  height: number;
  @Field(() => String, {
    description: "Name of the photo library. It ends in `-sandbox` when the sandbox replaced it.",
  })
  provider: string;
}
