/** The beginning of a foreign text that would fill what it stands in, and is shown whole elsewhere. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${wholeSigns(text.slice(0, longest)).trimEnd()}…` : text

/** A name within a sentence: cut where it is so long that it would hide the rest of the sentence. */
export const shortName = (name: string): string => shortened(name, 48)

/** Without half of a sign that two units make, such as an emoji. */
const wholeSigns = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')
