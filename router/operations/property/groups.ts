/** Tool groups of the app `property` with their titles, in the order in which they are listed. */
export const propertyGroups = {
  properties: "Properties",
} as const;

export type PropertyGroup = keyof typeof propertyGroups;
