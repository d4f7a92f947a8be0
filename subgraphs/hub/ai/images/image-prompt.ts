export const ImageStyle = {
  professional: "professional",
  creative: "creative",
  minimal: "minimal",
  technical: "technical",
} as const;
export type ImageStyle = keyof typeof ImageStyle;

/** Text appended to a prompt, per style. */
const styleSuffixes: Readonly<Record<ImageStyle, string>> = {
  professional:
    "Style: professional, polished, realistic, balanced composition, neutral light, suitable for business.",
  creative: "Style: creative, expressive, bold colours, unexpected composition.",
  minimal: "Style: minimal, few elements, plain background, much empty space, restrained colours.",
  technical: "Style: technical illustration, precise lines, clear structure, diagram-like, no decoration.",
};

/** The prompt as providers get it: the caller's words, and the style's. */
export function styledPrompt(prompt: string, style: ImageStyle): string {
  return `${prompt}\n\n${styleSuffixes[style]}`;
}
