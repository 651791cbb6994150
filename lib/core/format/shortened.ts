/** Cuts a text that is too long for its place. The whole text must be shown elsewhere. */
export const truncate = (text: string, longest: number): string =>
  text.length > longest ? `${dropHalfSurrogate(text.slice(0, longest)).trimEnd()}…` : text

/** Cuts a name within a sentence, so that it cannot hide the rest. */
export const shortName = (name: string): string => truncate(name, 48)

/** Removes half a surrogate pair at the end, such as of a cut emoji. */
const dropHalfSurrogate = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')
