import { describe, expect, it } from 'vitest'
import { maxPathDepth, isJsonText, jsonLeaves, pathOf, type JsonLeaf } from './json-leaves'

function leavesOf(text: string, marks: (key: string) => boolean = () => false): JsonLeaf[] {
  const leaves: JsonLeaf[] = []
  jsonLeaves(text, marks, (leaf) => leaves.push(leaf))
  return leaves
}

const valuesOf = (...given: Parameters<typeof leavesOf>) =>
  leavesOf(...given).filter(({ kind }) => kind !== 'key')

const read = (text: string) =>
  valuesOf(text).map((leaf) => {
    const { kind, start, end, value } = leaf
    return { path: pathOf(leaf).join('.'), value, source: text.slice(start, end), kind }
  })

describe('the values of a JSON text', () => {
  it('are found with their paths and positions', () => {
    const text = '{ "a": {"b" : "x\\"y", "c":[1, {"d": -2.5e3}, "z"]}, "e":null, "f":"\\u00e9"}'
    expect(read(text)).toEqual([
      { path: 'a.b', kind: 'text', value: 'x"y', source: '"x\\"y"' },
      { path: 'a.c', kind: 'number', value: '1', source: '1' },
      { path: 'a.c.d', kind: 'number', value: '-2.5e3', source: '-2.5e3' },
      { path: 'a.c', kind: 'text', value: 'z', source: '"z"' },
      { path: 'f', kind: 'text', value: 'é', source: '"\\u00e9"' },
    ])
  })

  it('have their keys among them, where they stand', () => {
    const text = '{"a":{"\\u0062":[1]}}'
    const keys = leavesOf(text).filter(({ kind }) => kind === 'key')
    expect(keys.map(({ start, end, value }) => [text.slice(start, end), value])).toEqual([
      ['"a"', 'a'],
      ['"\\u0062"', 'b'],
    ])
  })

  it.each(['"alone"', '[["deep"]]', '{"a":{"a":{"a":1}}}', '{}', '[]', '""', '{"":{"":""}}'])(
    'are all there in %s',
    (text) => {
      const count = (value: unknown): number => {
        if (typeof value === 'object' && value !== null)
          return Object.values(value).reduce((sum: number, one) => sum + count(one), 0)
        return 1
      }
      expect(read(text)).toHaveLength(count(JSON.parse(text)))
    },
  )

  it.each(['{"a":', '}{', '"open', ',,:', '{"a" "b"}', ''])('never throw on invalid JSON: %s', (text) => {
    expect(() => read(text)).not.toThrow()
  })

  it('are read from long and deep texts', () => {
    const long = JSON.stringify({ a: 'x\\"'.repeat(200_000) })
    expect(read(long)).toHaveLength(1)
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect(read(deep)[0]?.path.split('.')).toHaveLength(maxPathDepth)
    const wide = `${'{"a":'.repeat(5_000)}[${'1,'.repeat(50_000)}1]${'}'.repeat(5_000)}`
    expect(read(wide)).toHaveLength(50_001)
  })

  it('are marked below a key, at any depth', () => {
    const marked = valuesOf('{"a":1,"card":{"b":2,"c":[{"d":3}]},"e":4}', (key) => key === 'card')
    expect(marked.filter(({ isMarked }) => isMarked).map(({ value }) => value)).toEqual(['2', '3'])
    const listed = valuesOf('[{"card":[1,[2],{"a":3}],"b":[4]}]', (key) => key === 'card')
    expect(listed.map((leaf) => [leaf.isMarked, pathOf(leaf).join('.')])).toEqual([
      [true, 'card'],
      [true, 'card'],
      [true, 'card.a'],
      [false, 'b'],
    ])
    const deep = `{"card":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`
    expect(valuesOf(deep, (key) => key === 'card')).toMatchObject([{ isMarked: true, key: 'a' }])
  })
})

describe('whether a text is JSON', () => {
  const isRead = (text: string) =>
    jsonLeaves(
      text,
      () => false,
      () => {},
    )
  const texts = [
    '{"a":[1,-2.5e3,{"b":null,"c":[true,false]}],"d":{},"e":[],"f":""}',
    '[[],{},"x",0,-0,1E5,{"":{"":[]}}]',
    ' {"a" : 1 , "b":[ 2 , 3 ]} ',
    '{"a":"\\u00e9\\n","b":"x\\"y"}',
    '"alone"',
    '17',
    'null',
  ]

  it.each([...texts, ...texts.map((text) => `\uFEFF${text}`), '{\n  "a": 1\n}'])('is told: %s is', (text) =>
    expect(isRead(text)).toBe(true),
  )

  it.each([
    '',
    ' ',
    '{"a" "b":1}',
    '{"a":1,}',
    '[1,]',
    '[,1]',
    '{1:2}',
    '{"a"}',
    '[1 2]',
    '1 2',
    '01',
    '1.',
    '-',
    'nulls',
  ])('is told: %j is not', (text) => expect(isRead(text)).toBe(false))

  it('agrees with JSON.parse for any mutation', () => {
    const marks = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      ' ',
      '0',
      '-',
      '.',
      'e',
      't',
      'null',
      '\\',
      '\n',
      '\u0001',
      'é',
    ]
    const random = numbers(20261123)
    for (let round = 0; round < 20_000; round++) {
      let text = texts[random(texts.length)] ?? ''
      for (let change = random(3); change >= 0; change--) {
        const at = random(text.length + 1)
        text = text.slice(0, at) + (marks[random(marks.length * 2)] ?? '') + text.slice(at + random(3))
      }
      expect([text, isRead(text)]).toEqual([text, isJsonText(text)])
    }
  })
})

/** Returns a deterministic random number generator. It returns integers below `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
