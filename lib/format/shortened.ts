/** The beginning of a foreign text that would fill what it stands in, and is shown whole elsewhere. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
