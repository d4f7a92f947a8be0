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

/** A photo of the library, with its photographer. The image is served by the library. */
export interface LibraryPhoto {
  id: string;
  imageUrl: string;
  /** Its page. */
  pageUrl: string;
  /** Requested to report the photo's use. */
  downloadUrl: string;
  altText: string | null;
  width: number;
  height: number;
  photographer: string;
  photographerUrl: string;
}

/** A library of photos that are free to use with attribution. */
export interface PhotoLibrary {
  name: string;
  /** True for the sandbox's stand-in. */
  isSandbox: boolean;
  /** The photo that fits best and is fit for all eyes; null when none does. Throws when the library does not answer. */
  findPhoto(query: PhotoQuery): Promise<LibraryPhoto | null>;
  /** Reports that a photo is used, as the library's terms require. Throws when the report fails. */
  reportUse(photo: LibraryPhoto): Promise<void>;
}
