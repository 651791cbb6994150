/**
 * Returns the parsed address, or null if it is none. Not by `URL.canParse`: up to Node.js 22 it refuses addresses with a
 * letter such as ü after some thousand calls.
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
