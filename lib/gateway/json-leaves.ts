/** Where the values of a JSON text stand, so that some can be replaced and all else stays byte for byte. */

export type JsonLeaf = {
  /** The key it stands under; an element of a list, the list's; of a key, itself. */
  key: string
  /** The keys above that, of the outermost {@link deepest} levels. */
  above: readonly string[]
  /** Whether one of the keys above it is such (`marks`). */
  isMarked: boolean
  /** Which of the objects it stands in, or its list does: those of one object have the same. */
  object: number
  kind: 'key' | 'text' | 'number'
  /** Of its source in the text, quotation marks included. */
  start: number
  end: number
  /** As it reads; of a number, as it is written. */
  value: string
}

/** The keys that lead to it, its own among them. */
export const pathOf = ({ above, key }: Pick<JsonLeaf, 'above' | 'key'>): readonly string[] =>
  above.length < deepest ? [...above, key] : above

/** Deeper than this, a path is not told any further: whoever sends it pays for no more. */
export const deepest = 64

/** `above`: the keys that lead to it; `key`: of what comes next in it, null where it has none. */
type Level = {
  isObject: boolean
  object: number
  isKeyNext: boolean
  key: string | null
  above: readonly string[]
  isMarked: boolean
}

const outside = (): Level => ({
  isObject: false,
  object: 0,
  isKeyNext: false,
  key: null,
  above: [],
  isMarked: false,
})

/**
 * Keys, texts and numbers of a text that is JSON; of one that is none, whatever comes. What it costs grows with the text's
 * length alone. `marks`: which keys mark all that lies under them; `visit` is told of
 * each: a generator costs half as much again.
 */
export function jsonLeaves(
  text: string,
  marks: (key: string) => boolean,
  visit: (leaf: JsonLeaf) => void,
): void {
  const levels: Level[] = []
  let level = outside()
  let objects = 0
  /** Where the next backslash is: up to there a text ends with the next quotation mark. */
  let escape = indexOrEnd(text, '\\', 0)
  /** Of a text that has no end, nothing after it is one with an end: all quotation marks there are escaped. */
  let isOpen = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === openObject || code === openList) {
      levels.push(level)
      if (code === openObject) objects += 1
      level = within(level, code === openObject ? objects : null, marks)
    } else if (code === closeObject || code === closeList) level = levels.pop() ?? outside()
    else if (code === comma) level.isKeyNext = level.isObject
    else if (code === colon) level.isKeyNext = false
    else if (code === quote || code === minus || (code >= zero && code <= zero + 9)) {
      if (escape < at) escape = indexOrEnd(text, '\\', at)
      if (code === quote && isOpen) continue
      const end = code === quote ? endOfText(text, at, escape) : endOf(numberSource, text, at)
      if (end === at) {
        isOpen ||= code === quote
        continue
      }
      const value = code === quote ? readText(text, at, end) : text.slice(at, end)
      if (level.isKeyNext) level.key = value
      const { key, above, isMarked, object } = level
      const kind = level.isKeyNext ? 'key' : code === quote ? 'text' : 'number'
      visit({ key: key ?? '', above, isMarked, object, kind, start: at, end, value })
      at = end - 1
    }
  }
}

const [openObject, closeObject, openList, closeList, comma, colon, quote, minus, zero = 0] = Array.from(
  '{}[],:"-0',
  (char) => char.charCodeAt(0),
)

/** An object (its number) or a list in one. What lies in a list stands under the list's key. */
function within(level: Level, object: number | null, marks: (key: string) => boolean): Level {
  const { key, above } = level
  const isMarked = level.isMarked || (key !== null && marks(key))
  if (object === null)
    return { isObject: false, object: level.object, isKeyNext: false, key, above, isMarked }
  const keys = key === null ? above : pathOf({ above, key })
  return { isObject: true, object, isKeyNext: true, key: null, above: keys, isMarked }
}

const textSource = /"[^"\\]*(?:\\[^][^"\\]*)*"/y
const numberSource = /-?\d[\d.eE+-]*/y

/** To look for a mark is several times as quick as to match a pattern. */
function indexOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at
}

/** The same as {@link endOf} for a text. */
function endOfText(text: string, start: number, escape: number): number {
  const end = indexOrEnd(text, '"', start + 1)
  if (end > escape) return endOf(textSource, text, start)
  return end === text.length ? start : end + 1
}

/** Where what begins here ends; here, where it is no such thing. */
function endOf(source: RegExp, text: string, start: number): number {
  source.lastIndex = start
  return source.test(text) ? source.lastIndex : start
}

/** What is no text of JSON reads as it is written. */
function readText(text: string, start: number, end: number): string {
  const plain = text.slice(start + 1, end - 1)
  if (!plain.includes('\\')) return plain
  try {
    return JSON.parse(text.slice(start, end)) as string
  } catch {
    return plain
  }
}
