import { describe, expect, it } from 'vitest'
import { isOpenAtFirst, jsonNode } from './json-model'

describe('jsonNode', () => {
  it.each([
    ['a', 'string', '"a"'],
    ['a"b\n', 'string', '"a\\"b\\n"'],
    [14990, 'number', '14990'],
    [true, 'boolean', 'true'],
    [null, 'null', 'null'],
    [undefined, 'null', 'null'],
  ])('%o is a %s', (value, type, text) => {
    expect(jsonNode(value)).toEqual({ kind: 'leaf', type, text, isCut: false })
  })

  it('cuts a long string and says so', () => {
    const node = jsonNode('x'.repeat(100_000))
    expect(node).toMatchObject({ kind: 'leaf', isCut: true })
    expect(node.kind === 'leaf' && node.text.length).toBeLessThan(400)
  })

  it('hands out only as many entries as are asked for', () => {
    const node = jsonNode(Array.from({ length: 100_000 }, (_, at) => at))
    expect(node).toMatchObject({ kind: 'branch', type: 'array', size: 100_000 })
    expect(node.kind === 'branch' && node.entries(2)).toEqual([
      ['0', 0],
      ['1', 1],
    ])
  })

  it('does not go into the depth by itself', () => {
    let deep: unknown = 1
    for (let at = 0; at < 50_000; at++) deep = { deep }
    expect(jsonNode(deep)).toMatchObject({ kind: 'branch', size: 1 })
  })

  it('keeps a key named __proto__', () => {
    const node = jsonNode(JSON.parse('{"__proto__": {"a": 1}}'))
    expect(node.kind === 'branch' && node.entries(9)).toEqual([['__proto__', { a: 1 }]])
  })
})

describe('isOpenAtFirst', () => {
  it('opens the outer levels only, and nothing that fills the screen', () => {
    expect(isOpenAtFirst(jsonNode({ a: 1 }), 0)).toBe(true)
    expect(isOpenAtFirst(jsonNode({ a: 1 }), 1)).toBe(true)
    expect(isOpenAtFirst(jsonNode({ a: 1 }), 2)).toBe(false)
    expect(isOpenAtFirst(jsonNode(Array.from({ length: 1000 })), 1)).toBe(false)
    expect(isOpenAtFirst(jsonNode({}), 0)).toBe(false)
  })
})
