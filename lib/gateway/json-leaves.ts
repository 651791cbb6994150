/**
 * A value or key in a JSON text, with its position, so that a caller can replace some and keep the rest byte for byte.
 */

export type JsonLeaf = {
  /** The key of the value. For an element of a list, the list's key. For a key, the key itself. */
  key: string
  /** The keys above it, of at most the {@link maxPathDepth} outermost levels. */
  above: readonly string[]
  /** Whether `marks` is true for one of the keys above it. */
  isMarked: boolean
  /** The number of the innermost object that contains it, directly or through lists. */
  object: number
  kind: 'key' | 'text' | 'number'
  /** Position of its source in the text, including quotation marks. */
  start: number
  end: number
  /** The unescaped text; for a number, its source. */
  value: string
}

/** Returns the keys that lead to the leaf, including its own. */
export const pathOf = ({ above, key }: Pick<JsonLeaf, 'above' | 'key'>): readonly string[] =>
  above.length < maxPathDepth ? [...above, key] : above

/** Maximum number of keys in a path. Bounds the cost of a deeply nested text. */
export const maxPathDepth = 64

/** The tokens that may come next in a level of valid JSON. */
const [aValue, firstValue, aKey, firstKey, aColon, aComma, theEnd] = [0, 1, 2, 3, 4, 5, 6]

/**
 * One level of nesting. `above`: the keys that lead to it. `key`: the key of the next value, or null. `next`: the token
 * that may come next. `after`: the token that may follow a value.
 */
type Level = {
  isObject: boolean
  object: number
  isKeyNext: boolean
  next: number
  after: number
  key: string | null
  above: readonly string[]
  isMarked: boolean
}

const outside = (): Level => ({
  isObject: false,
  object: 0,
  isKeyNext: false,
  next: aValue,
  after: theEnd,
  key: null,
  above: [],
  isMarked: false,
})

/**
 * Visits the keys, texts and numbers of a JSON text. If the text is not JSON, visits anything that looks like one. The
 * cost is linear in the text's length. `marks` says which keys mark everything below them. Takes a callback, because a
 * generator takes half as long again.
 * @returns whether the text is JSON; a text without escapes and control characters is not parsed again for that
 */
export function jsonLeaves(
  text: string,
  marks: (key: string) => boolean,
  visit: (leaf: JsonLeaf) => void,
): boolean {
  const levels: Level[] = []
  let level = outside()
  let objects = 0
  let isJson = true
  /** Position of the next backslash. A text that ends before it ends at the next quotation mark. */
  let escape = indexOrEnd(text, '\\', 0)
  /** Whether a text has no end. All later quotation marks are then escaped, so no later text has an end either. */
  let isOpen = false
  for (let at = text.startsWith(byteOrderMark) ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === minus || (code >= zero && code <= zero + 9)) {
      if (escape < at) escape = indexOrEnd(text, '\\', at)
      if (code === quote && isOpen) continue
      const end = code === quote ? endOfText(text, at, escape) : matchEnd(numberSource, text, at)
      if (end === at) {
        isOpen ||= code === quote
        isJson = false
        continue
      }
      const value = code === quote ? readText(text, at, end) : text.slice(at, end)
      const kind = level.isKeyNext ? 'key' : code === quote ? 'text' : 'number'
      if (kind === 'key') level.key = value
      isJson = (kind === 'key' ? takesKey(level, code) : takesValue(level)) && isJson
      if (kind === 'number') isJson &&= numberInFull.test(value)
      const { key, above, isMarked, object } = level
      visit({ key: key ?? '', above, isMarked, object, kind, start: at, end, value })
      at = end - 1
    } else if (code === openObject || code === openList) {
      isJson = takesValue(level) && isJson
      levels.push(level)
      if (code === openObject) objects += 1
      level = levelInside(level, code === openObject ? objects : null, marks)
    } else if (code === closeObject || code === closeList) {
      isJson &&= mayClose(level, code)
      level = levels.pop() ?? outside()
    } else if (code === comma || code === colon) isJson = takesSeparator(level, code) && isJson
    else if (!isSpace(code)) {
      const end = matchEnd(nameSource, text, at)
      isJson = takesValue(level) && isJson && end > at
      at = Math.max(at, end - 1)
    }
  }
  return isPlain(text) ? isJson && level.next === theEnd : isJsonText(text)
}

const [openObject, closeObject, openList, closeList, comma, colon, quote, minus, zero = 0] = Array.from(
  '{}[],:"-0',
  (char) => char.charCodeAt(0),
)

/**
 * Returns the level inside an object (`object` is its number) or a list (null). Values in a list get the list's key.
 */
function levelInside(level: Level, object: number | null, marks: (key: string) => boolean): Level {
  const { key, above } = level
  const isMarked = level.isMarked || (key !== null && marks(key))
  if (object === null)
    return { ...outside(), object: level.object, next: firstValue, after: aComma, key, above, isMarked }
  const keys = key === null ? above : pathOf({ above, key })
  return {
    isObject: true,
    object,
    isKeyNext: true,
    next: firstKey,
    after: aComma,
    key: null,
    above: keys,
    isMarked,
  }
}

/** Each of these three functions updates what may come next in a level, and returns whether the token was allowed. */
function takesValue(level: Level): boolean {
  const { next } = level
  level.next = level.after
  return next === aValue || next === firstValue
}

function takesKey(level: Level, code: number): boolean {
  const { next } = level
  level.next = aColon
  return code === quote && (next === aKey || next === firstKey)
}

function takesSeparator(level: Level, code: number): boolean {
  const { next, isObject } = level
  level.isKeyNext = code === comma && isObject
  level.next = level.isKeyNext ? aKey : aValue
  return next === (code === comma ? aComma : aColon)
}

const mayClose = ({ isObject, next }: Level, code: number): boolean =>
  isObject
    ? code === closeObject && (next === aComma || next === firstKey)
    : code === closeList && (next === aComma || next === firstValue)

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const byteOrderMark = '\uFEFF'
const numberInFull = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const nameSource = /null|true|false/y

/** Whether the text has neither a backslash nor a control character. */
const isPlain = (text: string): boolean => !/[\\\p{Cc}]/u.test(text)

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
    return true
  } catch {
    return false
  }
}

const textSource = /"[^"\\]*(?:\\[^][^"\\]*)*"/y
const numberSource = /-?\d[\d.eE+-]*/y

/** Searching for a character is several times as fast as matching a pattern. */
function indexOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at
}

/** Like {@link matchEnd} for a quoted text. `escape` is the position of the next backslash. */
function endOfText(text: string, start: number, escape: number): number {
  const end = indexOrEnd(text, '"', start + 1)
  if (end > escape) return matchEnd(textSource, text, start)
  return end === text.length ? start : end + 1
}

/** Returns the end of the match that begins at `start`, or `start` if none does. */
function matchEnd(source: RegExp, text: string, start: number): number {
  source.lastIndex = start
  return source.test(text) ? source.lastIndex : start
}

/** Returns the unescaped text, or its source if it is not valid JSON. */
function readText(text: string, start: number, end: number): string {
  const plain = text.slice(start + 1, end - 1)
  if (!plain.includes('\\')) return plain
  try {
    return JSON.parse(text.slice(start, end)) as string
  } catch {
    return plain
  }
}

/** A part of a text, from `start` to before `end`, and what replaces it. */
export type Edit = { start: number; end: number; to: string }

/** Applies `edits`, which must be in order and must not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = ''
  let from = 0
  for (const { start, end, to } of edits) {
    result += text.slice(from, start) + to
    from = end
  }
  return result + text.slice(from)
}
