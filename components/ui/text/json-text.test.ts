import { describe, expect, it } from 'vitest'
import { parseJson, stringOf } from './json-text'

const entries = (text: string) => {
  const json = parseJson(text)
  return json && 'entries' in json ? json.entries.map(([key, value]) => [key, value.type, value.text]) : null
}

describe('parseJson', () => {
  it('keeps what JavaScript would round, and every digit', () => {
    expect(entries('{"amount": 12345678901234567890, "rate":1.10, "big": 1E400,"neg":-0}')).toEqual([
      ['amount', 'number', '12345678901234567890'],
      ['rate', 'number', '1.10'],
      ['big', 'number', '1E400'],
      ['neg', 'number', '-0'],
    ])
  })

  it('keeps repeated keys, also one named __proto__', () => {
    expect(entries('{"a":1,"a":2,"__proto__":{"a":3}}')).toEqual([
      ['a', 'number', '1'],
      ['a', 'number', '2'],
      ['__proto__', 'object', '{"a":3}'],
    ])
  })

  it('distinguishes keys from values, and counts list entries', () => {
    expect(entries('[ "a" , {"b" : ["c"]}, true, false, null, [] ]')).toEqual([
      [0, 'string', '"a"'],
      [1, 'object', '{"b" : ["c"]}'],
      [2, 'boolean', 'true'],
      [3, 'boolean', 'false'],
      [4, 'null', 'null'],
      [5, 'array', '[]'],
    ])
  })

  it('reads strings with quotes, backslashes, brackets, NUL and lone surrogates in them', () => {
    const found = entries(String.raw`{"a\"}":"\\\"]","b":"\u0000\ud800"}`)
    expect(found).toEqual([
      ['a"}', 'string', String.raw`"\\\"]"`],
      ['b', 'string', String.raw`"\u0000\ud800"`],
    ])
    expect(stringOf({ text: String.raw`"\u0000\ud800"` })).toBe('\u0000\ud800')
  })

  it('takes any value by itself, and nothing that is no JSON', () => {
    expect(parseJson(' 7 ')).toEqual({ type: 'number', text: '7' })
    expect(parseJson('"x"')).toEqual({ type: 'string', text: '"x"' })
    for (const text of ['', '{', "{'a':1}", '{"a":1}}', 'NaN', '[1,]']) expect(parseJson(text)).toBeNull()
  })

  it('goes as deep as a body of 1 MiB can, and takes a string as long', () => {
    const deep = 500_000
    let json = parseJson('['.repeat(deep) + ']'.repeat(deep))
    let depth = 0
    for (; json?.type === 'array'; depth++) json = json.entries[0]?.[1] ?? null
    expect(depth).toBe(deep)
    const long = JSON.stringify('\\"'.repeat(250_000))
    expect(parseJson(long)).toEqual({ type: 'string', text: long })
  })
})
