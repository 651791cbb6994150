import { describe, expect, it } from 'vitest'
import { csvLine, guard, unguard } from '../csv-text'
import { AppError } from '../errors'
import { readCsv } from './csv-read'

async function* pieces(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
async function read(file: Uint8Array | string, size?: number) {
  const rows: [number, string[]][] = []
  let delimiter = ''
  const source = pieces(typeof file === 'string' ? bytesOf(file) : file, size)
  for await (const { position, cells } of readCsv(source, (found) => (delimiter = found)))
    rows.push([position, cells])
  return { delimiter, rows }
}
const problemOf = async (file: Uint8Array | string, size?: number) => {
  const error: unknown = await read(file, size).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.errors?.file?.[0] : error
}

describe('reading CSV', () => {
  it.each([',', ';', '\t'])('finds the delimiter %j', async (mark) => {
    const file = `name${mark}"a${mark},;b"${mark}c\n1${mark}"2"${mark}3\n`
    expect(await read(file)).toEqual({
      delimiter: mark,
      rows: [
        [1, ['name', `a${mark},;b`, 'c']],
        [2, ['1', '2', '3']],
      ],
    })
  })
  it('takes quotes, line ends of every kind, a byte order mark, empty lines, and no last line end', async () => {
    const file = '\uFEFFa,b\r\n"x ""y""\r\nz",1\n\n ,2\r3,4'
    for (const size of [1, 2, 3, 1000])
      expect(await read(file, size)).toMatchObject({
        rows: [[1, ['a', 'b']], [2, ['x "y"\r\nz', '1']], [4, [' ', '2']], [5, ['3', '4']]],
      }) // prettier-ignore
  })
  it('keeps every letter, wherever the pieces are cut', async () => {
    const name = 'עברית العربية 👩‍👩‍👧‍👦 𝒳 ｱ "quoted" <b>&amp;</b>'
    const file = `a,b\n${csvLine([name, guard('=cmd()')])}`
    for (const size of [1, 5, 7]) expect((await read(file, size)).rows[1]).toEqual([2, [name, '=cmd()']])
  })
})

describe('what is no CSV in UTF-8 is refused, and says what it is:', () => {
  const wide = (text: string, mark: number[]) =>
    Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le')])
  it.each<[string, Uint8Array | string, RegExp]>([
    ['nothing', '', /empty/],
    ['blanks', ' \r\n \n', /empty/],
    ['UTF-16', wide('name,price\nx,1\n', [0xff, 0xfe]), /UTF-16/],
    ['UTF-16 from the other end', wide('name,price\nx,1\n', [0xff, 0xfe]).swap16(), /UTF-16/],
    ['UTF-16 without a mark', wide('name,price\nx,1\n', []), /UTF-16/],
    ['Latin-1', Buffer.from('name,price\nCafé crème,1\n', 'latin1'), /Latin-1/],
    ['Latin-1 at the very end', Buffer.from('name,price\nCaf\xe9', 'latin1'), /Latin-1/],
    ['an Excel workbook', Buffer.from('PK\x03\x04....'), /spreadsheet/],
    ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /spreadsheet/],
    ['a PDF', '%PDF-1.7\nname', /binary/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /binary/],
    ['zeros', Buffer.alloc(2000), /binary/],
    ['JSON', '[{"name": "a"}]', /not a CSV/],
    ['HTML', '\n<!doctype html><table>', /not a CSV/],
    ['an open quote', `name,price\n"never closed,1\n${'x,1\n'.repeat(100_000)}`, /too long|quotation/],
    ['a quote in the middle', 'name,price\nab"c"d,1\n"a"b,1\n', /quotation mark in row/],
    ['a row without end', `name,price\n${'x'.repeat(300_000)}`, /too long/],
    ['too many columns', `${'a,'.repeat(300)}\n`, /more than 200/],
  ])('%s', async (_name, file, expected) => {
    expect(await problemOf(file)).toMatch(expected)
    expect(await problemOf(file, 64)).toMatch(expected)
  })

  it('waits for a long file without leaving anything behind', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    const { rows } = await read(`name\n${`${'x'.repeat(1000)}\n`.repeat(2000)}`, 64 * 1024)
    expect(rows.length).toBe(2001)
    await new Promise(setImmediate) // Warnings come on the next tick.
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })
})

describe('a cell that a spreadsheet would run', () => {
  it.each(['=cmd()', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=x", "''=x", '＝1', '-', '='])(
    '%j is made harmless, and comes back as it was',
    (text) => {
      expect(guard(text)).toBe(`'${text}`)
      expect(unguard(guard(text))).toBe(text)
    },
  )
  it.each(['plain', "'quoted'", "it's", '-5', '-5.25', '', ' =1', 'a=b', '5'])('%j is none', (text) => {
    expect(guard(text)).toBe(text)
    expect(unguard(text)).toBe(text)
  })
})
