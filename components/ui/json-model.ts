/** What a JSON value is drawn as. Pure, so that its limits can be tested without a browser. */
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
  // A number may have a million digits.
  const isCut = text.length > longestLeaf
  return { kind: 'leaf', type, text: isCut ? `${text.slice(0, longestLeaf)}…` : text, isCut }
}

/** All of a leaf that is cut. */
export const wholeText = (value: JsonLeaf): string =>
  value.type === 'string' ? quoted(stringOf(value), false) : value.text

const quoted = (text: string, isCut: boolean): string => {
  const shown = visibleText(JSON.stringify(text))
  return isCut ? `${shown.slice(0, -1)}…` : shown
}

/** A key as it is shown: without its quotes. */
export function keyText(key: string | number): string {
  const text = String(key)
  const shown = visibleText(JSON.stringify(text.slice(0, longestKey)).slice(1, -1))
  return text.length > longestKey ? `${shown}…` : shown
}

/** Open at first: the outer levels, and not what would fill the screen by itself. */
export function isOpenAtFirst(node: JsonNode, depth: number): boolean {
  return node.kind === 'branch' && node.size > 0 && depth < openDepth && (depth === 0 || node.size <= 60)
}
