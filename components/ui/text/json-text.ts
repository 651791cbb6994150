/**
 * A JSON value as written in its source text. Unlike JavaScript values, it keeps all digits of numbers and repeated
 * keys.
 */
export type Json = JsonBranch | JsonLeaf

export interface JsonLeaf {
  type: 'string' | 'number' | 'boolean' | 'null'
  /** The source text; a string includes its quotes and escapes. */
  text: string
}

export type JsonBranch = { text: string } & (
  | { type: 'object'; entries: (readonly [key: string, value: Json])[] }
  | { type: 'array'; entries: (readonly [at: number, value: Json])[] }
)

/** A branch being read. `key` belongs to the object's next value, once it has been read. */
type Open = { start: number; key: string | null } & (
  | { type: 'object'; entries: (readonly [key: string, value: Json])[] }
  | { type: 'array'; entries: (readonly [at: number, value: Json])[] }
)

/**
 * Parses JSON. Returns null for invalid text. Takes time and memory in proportion to the text at any depth: it keeps
 * its own stack, since recursion would overflow.
 */
export function parseJson(given: string): Json | null {
  // Drops the byte order mark.
  const text = given.replace(/^\uFEFF/, '')
  try {
    // Only validates; `takeApart` builds the value.
    JSON.parse(text)
  } catch {
    return null
  }
  return takeApart(text)
}

/** Returns the decoded string; lone surrogates and control characters do not change. */
export const stringOf = ({ text }: Pick<JsonLeaf, 'text'>): string => JSON.parse(text) as string

function takeApart(text: string): Json | null {
  const open: Open[] = []
  let found: Json | null = null
  function put(value: Json): void {
    const parent = open.at(-1)
    if (!parent) found = value
    else if (parent.type === 'array') parent.entries.push([parent.entries.length, value])
    else parent.entries.push([parent.key ?? '', value])
    if (parent) parent.key = null
  }
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at)
    const start = at
    if (sign === '{' || sign === '[') {
      open.push({ type: sign === '{' ? 'object' : 'array', entries: [], start, key: null })
      at++
    } else if (sign === '}' || sign === ']') {
      at++
      const closed = open.pop()
      if (closed) put(branch(closed, text.slice(closed.start, at)))
    } else if (sign === '"') {
      at = endOfString(text, at)
      const parent = open.at(-1)
      const token = text.slice(start, at)
      if (parent?.type === 'object' && parent.key === null) parent.key = JSON.parse(token) as string
      else put({ type: 'string', text: token })
    } else if (/[-\dtfn]/.test(sign)) {
      at = endOfWord(text, at)
      put({ type: wordTypes[sign] ?? 'number', text: text.slice(start, at) })
    } else at++
  }
  return found
}

const branch = ({ type, entries }: Open, text: string): Json => ({ type, entries, text }) as JsonBranch

const wordTypes: Readonly<Record<string, JsonLeaf['type']>> = { t: 'boolean', f: 'boolean', n: 'null' }

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

function endOfWord(text: string, start: number): number {
  let at = start
  while (at < text.length && /[-+.\w]/.test(text.charAt(at))) at++
  return at
}
