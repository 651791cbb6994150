/**
 * Parses an address. Returns null if it is invalid. Use this instead of `URL.canParse`: in Node.js 20 and 22 that
 * function rejects valid addresses with letters such as ü after a few thousand calls.
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
