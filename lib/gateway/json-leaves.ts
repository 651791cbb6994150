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

/** What may come next in a level of a text that is JSON. */
const [aValue, firstValue, aKey, firstKey, aColon, aComma, theEnd] = [0, 1, 2, 3, 4, 5, 6]

/**
 * `above`: the keys that lead to it; `key`: of what comes next in it, null where it has none; `next`, `after`: what may
 * come next, and after a value.
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
 * Keys, texts and numbers of a text that is JSON; of one that is none, whatever comes. What it costs grows with the text's
 * length alone. `marks`: which keys mark all that lies under them; `visit` is told of each: a generator costs half as
 * much again.
 * @returns whether the text is JSON; where it has no escapes and line breaks, without reading it once more.
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
  /** Where the next backslash is: up to there a text ends with the next quotation mark. */
  let escape = indexOrEnd(text, '\\', 0)
  /** Of a text that has no end, nothing after it is one with an end: all quotation marks there are escaped. */
  let isOpen = false
  for (let at = text.startsWith(byteOrderMark) ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === minus || (code >= zero && code <= zero + 9)) {
      if (escape < at) escape = indexOrEnd(text, '\\', at)
      if (code === quote && isOpen) continue
      const end = code === quote ? endOfText(text, at, escape) : endOf(numberSource, text, at)
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
      level = within(level, code === openObject ? objects : null, marks)
    } else if (code === closeObject || code === closeList) {
      isJson &&= mayClose(level, code)
      level = levels.pop() ?? outside()
    } else if (code === comma || code === colon) isJson = takesMark(level, code) && isJson
    else if (!isBlank(code)) {
      const end = endOf(nameSource, text, at)
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

/** An object (its number) or a list in one. What lies in a list stands under the list's key. */
function within(level: Level, object: number | null, marks: (key: string) => boolean): Level {
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

/** Each notes what comes next in a level, and tells whether it may. */
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

function takesMark(level: Level, code: number): boolean {
  const { next, isObject } = level
  level.isKeyNext = code === comma && isObject
  level.next = level.isKeyNext ? aKey : aValue
  return next === (code === comma ? aComma : aColon)
}

/** Whether a level may end here, with this. */
const mayClose = ({ isObject, next }: Level, code: number): boolean =>
  isObject
    ? code === closeObject && (next === aComma || next === firstKey)
    : code === closeList && (next === aComma || next === firstValue)

/** Space and line breaks between values. */
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const byteOrderMark = '\uFEFF'
const numberInFull = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const nameSource = /null|true|false/y

/** Nothing in it is escaped, or would have to be in a text of JSON. */
const isPlain = (text: string): boolean => !/[\\\p{Cc}]/u.test(text)

/** Whether a text is JSON, after the mark at its beginning, if there is one. */
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
