import { IsIn, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import {
  photoColors,
  photoOrientations,
  type PhotoColor,
  type PhotoOrientation,
} from "./photo-library.port.ts";

@InputType({ description: "What a photo shall show." })
export class SearchPhotoInput {
  @Field(() => String, { description: "What it shall show, 1 to 200 characters." })
  @MinLength(1)
  @MaxLength(200)
  @Matches(/\S/)
  query: string;
  @Field(() => String, { nullable: true, description: "The industry it is for; leads to better results." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  industry?: string | null;
  @Field(() => String, { defaultValue: "landscape" })
  @IsIn(photoOrientations)
  orientation: PhotoOrientation;
  @Field(() => String, { nullable: true, description: "The colour that prevails." })
  @IsOptional()
  @IsIn(photoColors)
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
