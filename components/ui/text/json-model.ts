/** A JSON value as the tree draws it. Pure, so that its limits can be tested without a browser. */
import { type Json, type JsonBranch, type JsonLeaf, stringOf } from './json-text'
import { visibleText } from './visible-text'

export type JsonNode =
  | { kind: 'leaf'; type: JsonLeaf['type']; text: string; isCut: boolean }
  | {
      kind: 'branch'
      type: JsonBranch['type']
      size: number
      entries: (limit: number) => JsonBranch['entries']
    }

const openDepth = 2
export const pageOfEntries = 100
const longestLeaf = 300
const longestKey = 100

export function jsonNode(value: Json): JsonNode {
  if (value.type === 'object' || value.type === 'array') {
    const { type, entries } = value
    return { kind: 'branch', type, size: entries.length, entries: (limit) => entries.slice(0, limit) }
  }
  const { type, text } = value
  if (type === 'string') {
    const string = stringOf(value)
    const isCut = string.length > longestLeaf
    return { kind: 'leaf', type, text: quoted(isCut ? string.slice(0, longestLeaf) : string, isCut), isCut }
  }
  // A number can have a million digits.
  const isCut = text.length > longestLeaf
  return { kind: 'leaf', type, text: isCut ? `${text.slice(0, longestLeaf)}…` : text, isCut }
}

/** Returns the full text of a cut leaf. */
export const wholeText = (value: JsonLeaf): string =>
  value.type === 'string' ? quoted(stringOf(value), false) : value.text

const quoted = (text: string, isCut: boolean): string => {
  const shown = visibleText(JSON.stringify(text))
  return isCut ? `${shown.slice(0, -1)}…` : shown
}

/** Returns a key as shown: without quotes, cut at `longestKey`. */
export function keyText(key: string | number): string {
  const text = String(key)
  const shown = visibleText(JSON.stringify(text.slice(0, longestKey)).slice(1, -1))
  return text.length > longestKey ? `${shown}…` : shown
}

/** Opens the outer levels, except branches that would fill the screen. */
export function isOpenAtFirst(node: JsonNode, depth: number): boolean {
  return node.kind === 'branch' && node.size > 0 && depth < openDepth && (depth === 0 || node.size <= 60)
}
