export const PhotoOrientation = {
  landscape: "landscape",
  portrait: "portrait",
  squarish: "squarish",
} as const;
export type PhotoOrientation = keyof typeof PhotoOrientation;
export const PhotoColor = {
  black_and_white: "black_and_white",
  black: "black",
  white: "white",
  yellow: "yellow",
  orange: "orange",
  red: "red",
  purple: "purple",
  magenta: "magenta",
  green: "green",
  teal: "teal",
  blue: "blue",
} as const;
export type PhotoColor = keyof typeof PhotoColor;

export interface PhotoQuery {
  text: string;
  orientation: PhotoOrientation;
  color: PhotoColor | null;
}

/** A photo of the library, with whoever took it. Its image is shown from where the library has it. */
export interface LibraryPhoto {
  id: string;
  imageUrl: string;
  /** Its page. */
  pageUrl: string;
  /** Told when the photo is used. */
  downloadUrl: string;
  altText: string | null;
  width: number;
  height: number;
  photographer: string;
  photographerUrl: string;
}

/** A library of photos that anybody may use who names whoever took them. */
export interface PhotoLibrary {
  name: string;
  /** True when the sandbox stands in for it. */
  isSandbox: boolean;
  /** The photo that fits best and is fit for all eyes; null when none does. Throws when the library does not answer. */
  findPhoto(query: PhotoQuery): Promise<LibraryPhoto | null>;
  /** Tells the library that a photo is used, as it asks of those who do. Throws when that cannot be told. */
  reportUse(photo: LibraryPhoto): Promise<void>;
}
