import { describe, expect, it } from 'vitest'
import { isOpenAtFirst, type JsonNode, jsonNode, keyText, wholeText } from './json-model'
import { type JsonLeaf, parseJson } from './json-text'

const nodeOf = (value: unknown): JsonNode => jsonNode(parseJson(JSON.stringify(value))!)
const leaf = (text: string): JsonLeaf => parseJson(text) as JsonLeaf

describe('jsonNode', () => {
  it.each([
    ['a', 'string', '"a"'],
    ['a"b\n', 'string', '"a\\"b\\n"'],
    [14990, 'number', '14990'],
    [true, 'boolean', 'true'],
    [null, 'null', 'null'],
  ])('%o is a %s', (value, type, text) => {
    expect(nodeOf(value)).toEqual({ kind: 'leaf', type, text, isCut: false })
  })

  it('truncates long text, says so, and keeps the whole', () => {
    const long = 'x'.repeat(100_000)
    const node = nodeOf(long)
    expect(node).toMatchObject({ kind: 'leaf', isCut: true })
    expect(node.kind === 'leaf' && node.text.length).toBeLessThan(400)
    expect(wholeText(leaf(JSON.stringify(long)))).toBe(`"${long}"`)
    const digits = '7'.repeat(1000)
    expect(jsonNode(leaf(digits))).toMatchObject({ text: `${digits.slice(0, 300)}…`, isCut: true })
    expect(wholeText(leaf(digits))).toBe(digits)
  })

  it('hands out only as many entries as are asked for', () => {
    const node = nodeOf(Array.from({ length: 100_000 }, (_, at) => at))
    expect(node).toMatchObject({ kind: 'branch', type: 'array', size: 100_000 })
    expect(node.kind === 'branch' && node.entries(2)).toEqual([
      [0, { type: 'number', text: '0' }],
      [1, { type: 'number', text: '1' }],
    ])
  })

  it('shows invisible characters and those that change the direction of text', () => {
    expect(jsonNode(leaf('"a\\u0000b\\ud800"'))).toMatchObject({ text: '"a\\u0000b\\ud800"' })
    expect(nodeOf('\u202eevil\u2066')).toMatchObject({ text: '"\\u202eevil\\u2066"' })
    expect(nodeOf('<b>שלום</b>')).toMatchObject({ text: '"<b>שלום</b>"' })
    expect(keyText('a\u202e\0')).toBe('a\\u202e\\u0000')
    expect(keyText('k'.repeat(1000))).toBe(`${'k'.repeat(100)}…`)
    expect(keyText(3)).toBe('3')
  })
})

describe('isOpenAtFirst', () => {
  it('opens the outer levels only, and nothing that fills the screen', () => {
    expect(isOpenAtFirst(nodeOf({ a: 1 }), 0)).toBe(true)
    expect(isOpenAtFirst(nodeOf({ a: 1 }), 1)).toBe(true)
    expect(isOpenAtFirst(nodeOf({ a: 1 }), 2)).toBe(false)
    expect(isOpenAtFirst(nodeOf(Array.from({ length: 1000 })), 1)).toBe(false)
    expect(isOpenAtFirst(nodeOf({}), 0)).toBe(false)
  })
})
