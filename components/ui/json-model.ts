/** What a JSON value is drawn as. Pure, so that its limits can be tested without a browser. */
export type JsonNode =
  | { kind: 'leaf'; type: 'string' | 'number' | 'boolean' | 'null'; text: string; isCut: boolean }
  | {
      kind: 'branch'
      type: 'object' | 'array'
      size: number
      entries: (limit: number) => [key: string, value: unknown][]
    }

const openDepth = 2
export const pageOfEntries = 100
const longestString = 300

export function jsonNode(value: unknown): JsonNode {
  if (Array.isArray(value)) {
    const entries = (limit: number) =>
      value.slice(0, limit).map((item, at): [string, unknown] => [String(at), item])
    return { kind: 'branch', type: 'array', size: value.length, entries }
  }
  if (typeof value === 'object' && value !== null) {
    const all = Object.entries(value)
    return { kind: 'branch', type: 'object', size: all.length, entries: (limit) => all.slice(0, limit) }
  }
  if (typeof value === 'string') {
    const isCut = value.length > longestString
    const text = isCut
      ? `${JSON.stringify(value.slice(0, longestString)).slice(0, -1)}…`
      : JSON.stringify(value)
    return { kind: 'leaf', type: 'string', text, isCut }
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { kind: 'leaf', type: 'number', text: String(value), isCut: false }
  }
  if (typeof value === 'boolean') return { kind: 'leaf', type: 'boolean', text: String(value), isCut: false }
  return { kind: 'leaf', type: 'null', text: 'null', isCut: false }
}

/** Open at first: the outer levels, and not what would fill the screen by itself. */
export function isOpenAtFirst(node: JsonNode, depth: number): boolean {
  return node.kind === 'branch' && node.size > 0 && depth < openDepth && (depth === 0 || node.size <= 60)
}
