import { describe, expect, it } from 'vitest'
import { ArraySplitter, NotAnArray, type Element } from './split-array'

/** Splits a text that arrives in chunks of `bytes` bytes. */
function split(text: string, bytes: number, maxElement = 1000): Element[] {
  const whole = Buffer.from(text)
  const splitter = new ArraySplitter(maxElement)
  const found: Element[] = []
  for (let at = 0; at < whole.length; at += bytes)
    found.push(...splitter.push(whole.subarray(at, at + bytes)))
  splitter.finish()
  return found
}
const values = (text: string, bytes: number) => split(text, bytes).map(({ value }) => value)

describe.each([1, 2, 3, 7, 1000])('an array in pieces of %i bytes', (bytes) => {
  it.each<[string, unknown[]]>([
    ['[]', []],
    [' [ ] \n', []],
    ['\ufeff[1]', [1]],
    ['[1,2 , 3]', [1, 2, 3]],
    ['[null,true,"",-1.5e3,{},[]]', [null, true, '', -1500, {}, []]],
    ['[{"a":[1,{"b":"]},["}],"c":"\\"],\\\\"},"[,"]', [{ a: [1, { b: ']},[' }], c: '"],\\' }, '[,']],
    ['["ünïcödé 🔑","和紙"]', ['ünïcödé 🔑', '和紙']],
  ])('%s is split', (text, expected) => expect(values(text, bytes)).toEqual(expected))

  it('continues after invalid and oversized elements', () => {
    const text = `[{"a":nope},{"id":"x"},"${'y'.repeat(1001)}",,{"id":"z"},]`
    expect(split(text, bytes).map(({ isReadable, value }) => (isReadable ? value : null))).toEqual([
      null,
      { id: 'x' },
      null,
      null,
      { id: 'z' },
      null,
    ])
  })

  it.each(['', '{}', '"[1]"', 'null', '<html>', '[1', '[{"a":1}', '["a', '[1]x', '[1][2]', '[1]]'])(
    '%s is none',
    (text) => expect(() => split(text, bytes)).toThrow(NotAnArray),
  )
})

it('returns the text of each element up to the limit', () => {
  expect(split('[ {"id": 1} ,2]', 3).map(({ text }) => text)).toEqual(['{"id": 1}', '2'])
  expect(split(`["${'x'.repeat(50)}"]`, 3, 10)).toEqual([{ text: null, value: undefined, isReadable: false }])
})
