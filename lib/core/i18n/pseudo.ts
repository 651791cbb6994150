import type { Messages } from './locales'

/**
 * The messages of the pseudo-locale: those of English, with every letter accented and every vowel twice, which makes them
 * about 40 % longer. Takes messages as the build compiles them (scripts/build/compile-messages.cjs).
 */
export const pseudoMessages = (english: Messages): Messages => everyMessage(english) as Messages

const everyMessage = (node: unknown): unknown =>
  typeof node === 'string' || Array.isArray(node) ? pseudoMessage(node) : mapValues(node, everyMessage)

const mapValues = (node: unknown, change: (inner: unknown) => unknown): unknown =>
  Object.fromEntries(Object.entries(node as object).map(([key, inner]) => [key, change(inner)]))

/** Changes the text of a compiled message, but not the names of its placeholders and tags. */
function pseudoMessage(message: unknown): unknown {
  if (typeof message === 'string') return accented(message)
  return Array.isArray(message) ? message.map(pseudoPart) : message
}

function pseudoPart(part: unknown): unknown {
  if (!Array.isArray(part)) return pseudoMessage(part)
  const [name, kind, ...rest] = part as [unknown, unknown, ...unknown[]]
  if (kind === undefined) return part
  // A number is the kind of a placeholder. Its choices follow. All others are tags around what follows.
  if (typeof kind !== 'number') return [name, ...[kind, ...rest].map(pseudoPart)]
  const [choices] = rest
  const hasChoices = kind >= 1 && kind <= 3 && typeof choices === 'object' && choices !== null
  return hasChoices ? [name, kind, mapValues(choices, pseudoMessage)] : part
}

const plain = 'abcdefghijklmnopqrstuvwxyz'
const marked = 'àƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž'

const accented = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const small = letter.toLowerCase()
    const change = marked[plain.indexOf(small)] ?? letter
    const changed = letter === small ? change : change.toUpperCase()
    return 'aeiou'.includes(small) ? changed + change : changed
  })
