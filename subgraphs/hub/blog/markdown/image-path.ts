/** Where the pages of blogs serve the images of their posts. */
export const imagePath = "/blogs/files/";
