import { IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { PhotoColor, PhotoOrientation } from "./photo-library.port.ts";

registerEnumType(PhotoOrientation, { name: "PhotoOrientation", description: "The shape of a photo." });
registerEnumType(PhotoColor, { name: "PhotoColor", description: "The colour that prevails in a photo." });

@InputType({ description: "What a photo shall show." })
export class SearchPhotoInput {
  @Field(() => String, { description: "What it shall show, 1 to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/)
  query: string;
  @Field(() => String, { nullable: true, description: "The industry it is for; leads to better results." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  industry?: string | null;
  @Field(() => PhotoOrientation, { defaultValue: "landscape" })
  orientation: PhotoOrientation;
  @Field(() => PhotoColor, { nullable: true, description: "The colour that prevails." })
  color?: PhotoColor | null;
}

@ObjectType({
  description:
    "A stock photo. Show it from `imageUrl`, and name its photographer with a link to `photographerUrl`.",
})
export class StockPhoto {
  @Field(() => String)
  imageUrl: string;
  @Field(() => String)
  photographer: string;
  @Field(() => String)
  photographerUrl: string;
  @Field(() => ID)
  photoId: string;
  @Field(() => String, { description: "Its page at the library." })
  photoUrl: string;
  @Field(() => String, { description: "Where the library was told of its use." })
  downloadLocation: string;
  @Field(() => String, { nullable: true })
  altText: string | null;
  @Field(() => Int, { description: "Pixels of the original." })
  width: number;
  @Field(() => Int)
  height: number;
  @Field(() => String, {
    description: "The library. It ends in `-sandbox` where the sandbox stood in for it.",
  })
  provider: string;
}
