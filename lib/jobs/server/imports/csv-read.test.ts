import { describe, expect, it } from 'vitest'
import { csvLine, guard, unguard } from '../../../core/server/files/csv'
import { AppError } from '../../../core/server/errors'
import { readCsv } from './csv-read'

async function* pieces(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
async function read(file: Uint8Array | string, size?: number) {
  const rows: [number, string[]][] = []
  const format = {}
  const source = pieces(typeof file === 'string' ? bytesOf(file) : file, size)
  const isColumn = (cell: string) => cell === 'name'
  for await (const { position, cells } of readCsv(source, (found) => Object.assign(format, found), {
    isColumn,
  }))
    rows.push([position, cells])
  return { ...format, rows }
}
const problemOf = async (file: Uint8Array | string, size?: number) => {
  const error: unknown = await read(file, size).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.errors?.file?.[0] : error
}

describe('reading CSV', () => {
  it.each([',', ';', '\t', '|'])('finds the delimiter %j', async (mark) => {
    const file = `name${mark}"a${mark},;b"${mark}c\n1${mark}"2"${mark}3\n`
    expect(await read(file)).toEqual({
      delimiter: mark,
      rows: [
        [1, ['name', `a${mark},;b`, 'c']],
        [2, ['1', '2', '3']],
      ],
    })
  })
  it('finds it in a header with a line end in it, wherever the pieces are cut', async () => {
    const file = '"Order\nnumber";"a, ""b"", c"\r\n1;2\n'
    for (const size of [1, 8, 15, 1000])
      expect(await read(file, size)).toEqual({
        delimiter: ';',
        rows: [
          [1, ['Order\nnumber', 'a, "b", c']],
          [2, ['1', '2']],
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
  it('keeps every character, wherever the pieces are cut', async () => {
    const name = 'עברית العربية 👩‍👩‍👧‍👦 𝒳 ｱ "quoted" <b>&amp;</b>'
    const file = `a,b\n${csvLine([name, guard('=cmd()')])}`
    for (const size of [1, 5, 7]) expect((await read(file, size)).rows[1]).toEqual([2, [name, '=cmd()']])
  })
})

const wide = (text: string, mark: number[]) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le')])
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('letters', () => {
  const sizes = [1, 2, 3, 7, 1000]
  it.each(sizes)('in UTF-16 are read by the byte order mark, in pieces of %i', async (size) => {
    const rows = [[1, ['name', 'price']], [2, ['Café 👩‍👧 𝒳 שלום', '1']]] // prettier-ignore
    const file = wide('name\tprice\r\nCafé 👩‍👧 𝒳 שלום\t1\r\n', [0xff, 0xfe])
    expect(await read(file, size)).toEqual({ delimiter: '\t', encoding: 'utf-16le', rows })
    expect(await read(Buffer.from(file).swap16(), size)).toEqual({
      delimiter: '\t',
      encoding: 'utf-16be',
      rows,
    })
  })
  it.each(sizes)(
    'that are not in UTF-8 are read as Windows-1252, and it says so, in pieces of %i',
    async (size) => {
      const file = latin('name;price\nplain;1\n"Caf\xe9 cr\xe8me";\x80 2\n\x84\xdc\x93;3')
      expect(await read(file, size)).toMatchObject({
      delimiter: ';',
      encoding: 'windows-1252',
      rows: [[1, ['name', 'price']], [2, ['plain', '1']], [3, ['Café crème', '€ 2']], [4, ['„Ü“', '3']]],
    }) // prettier-ignore
      expect(await read(file)).toHaveProperty('example', 'Café crème')
    },
  )
  it('are shown without long numbers', async () => {
    const { rows: _, ...format } = await read(latin('name\n\xd6sterreich 4111111111111111'))
    expect(format).toHaveProperty('example', 'Österreich …')
  })
  it('are read as Windows-1252 if the first of them comes late', async () => {
    const { rows, ...format } = await read(latin(`name\n${'x\n'.repeat(100_000)}Caf\xe9`), 64 * 1024)
    expect(format).toMatchObject({ encoding: 'windows-1252', example: 'Café' })
    expect(rows.at(-1)).toEqual([100_002, ['Café']])
  })
  it.each([5, 1000, 64 * 1024])('that stop being UTF-8 are refused with the line, in pieces of %i', async (size) => {
    const lines = (mark: string) => `name${mark}${`Café${mark}`.repeat(3000)}`
    for (const mark of ['\n', '\r\n'])
      expect(await problemOf(Buffer.concat([bytesOf(lines(mark)), latin('Caf\xe9\nx\n')]), size)).toMatch(/^Line 3002 .*UTF-8/)
  }) // prettier-ignore
})

describe('titles above the header', () => {
  const table = 'a;b;c\n1;2;3\n'
  const rows = (from: number) => [[from, ['a', 'b', 'c']], [from + 1, ['1', '2', '3']]] // prettier-ignore

  it.each([
    ['Statement of account 2026-11\n', 1],
    ['Statement of account, November 2026\n', 1],
    ['Statement;;\r\n;;\r\n"Merchant: ""ACME"", Ltd";;\r\n', 3],
    ['"Two\nlines"\n\nFrom 01.11.2026 | to 30.11.2026\n', 3],
    ['title\n'.repeat(20), 20],
  ])('%j are skipped', async (titles, count) => {
    for (const size of [1, 2, 7, 1000])
      expect(await read(titles + table, size)).toEqual({
        delimiter: ';',
        skipped_rows: count,
        rows: rows(count + 1),
      })
  })
  it('are skipped below a line that names the separator', async () =>
    expect(await read(`sep=;\nStatement, of\n${table}`)).toEqual({
      delimiter: ';',
      skipped_rows: 1,
      rows: rows(2),
    }))
  it('keep the numbers of rows in errors', async () =>
    expect(await problemOf(`Statement\n${table}"open\nx\n`)).toMatch(/row 4 /))

  it.each([
    ['a column with commas in its rows', 'name\nA, B\nC, D\n', ['name']],
    ['a column alone', 'any\nA\nB\n', ['any']],
    ['a column in a wide file', 'any,,\nA,,\n', ['any', '', '']],
    ['a header with rows of another width', 'name,price\nA,1,x\nB,2\n', ['name', 'price']],
    ['a header with one word in its first row', 'first,last\nA\nB,2\n', ['first', 'last']],
    ['a table without rows', 'Words\na;b;c', ['Words']],
    ['more titles than there may be', `${'title\n'.repeat(21)}${table}`, ['title']],
  ])('are not %s', async (_what, file, header) => {
    for (const size of [1, 7, 1000]) {
      const found = await read(file, size)
      expect(found).not.toHaveProperty('skipped_rows')
      expect(found.rows[0]).toEqual([1, header])
    }
  })
})

describe('a first line that names the separator', () => {
  it.each(['sep=;\n', 'sep=;\r\n', '\uFEFFSEP=;\r', '"sep=;"\n'])('%j is no row', async (line) => {
    for (const size of [1, 2, 1000])
      expect(await read(`${line}a,b;c\n1;2`, size)).toEqual({ delimiter: ';', rows: [[1, ['a,b', 'c']], [2, ['1', '2']]] })
  }) // prettier-ignore
  it('with an unknown separator is refused', async () =>
    expect(await problemOf('sep=#\na#b\n')).toMatch(/“#”/))
  it('that only resembles one is a header', async () =>
    expect((await read('sep=no,b\n1,2')).rows[0]).toEqual([1, ['sep=no', 'b']]))
})

describe('what spreadsheets and other programs write into their files', () => {
  const cellOf = async (cell: string) =>
    (await read(csvLine(['name', 'price']) + csvLine([cell, '1']))).rows[1]?.[1][0]

  it.each([
    ['="00123"', '00123'],
    ['="a ""b"""', 'a "b"'],
    ['=""', ''],
    ['="a"&"b"', '="a"&"b"'],
    ['="a', '="a'],
  ])('the cell %s is %s, and itself in a file of ours', async (cell, text) => {
    expect(await cellOf(cell)).toBe(text)
    expect(await cellOf(guard(cell))).toBe(cell)
  })

  it('are columns without anything in them, more than a file may have', async () => {
    const many = ','.repeat(1000)
    const { rows } = await read(`a,b${many}\n1,2${many}\n1,2,3${many}\n`)
    expect(rows.map(([, cells]) => cells)).toEqual([['a', 'b'], ['1', '2'], ['1', '2', '3']]) // prettier-ignore
    expect(await problemOf(`a,b\n1${many}2\n`)).toMatch(/more than 200/)
  })

  it('are control characters in rows, which are errors of these rows', async () => {
    const file = 'name,price\nA\x07,1\nB,2\n'
    for (const size of [1, 12, 1000]) expect((await read(file, size)).rows[1]).toEqual([2, ['A\x07', '1']])
    expect(await problemOf('na\x07me,price\nA,1\n')).toMatch(/binary/)
  })
})

describe('other files are refused by their type:', () => {
  it.each<[string, Uint8Array | string, RegExp]>([
    ['nothing', '', /empty/],
    ['empty lines', ' \r\n \n', /empty/],
    ['half a letter of UTF-16', wide('name,price\nx,1\n\ud800x', [0xff, 0xfe]), /Line 3 .*UTF-16/],
    ['half a unit of UTF-16', wide('name\nx', [0xff, 0xfe]).subarray(0, -1), /Line 2 .*UTF-16/],
    ['zeros in UTF-16', wide('name\nx\0', [0xff, 0xfe]), /binary/],
    ['UTF-16 without a mark', wide('name,price\nx,1\n', []), /UTF-16/],
    ['Shift-JIS', latin('name,price\nx,1\n\x83\x81\x81\x5b\x83\x8b,1\n'), /^Line 3 .*Windows-1252/],
    ['Latin-1 after UTF-8', latin('name,price\nCaf\xc3\xa9\nCaf\xe9'), /^Line 3 .*UTF-8/],
    ['an Excel workbook', Buffer.from('PK\x03\x04....'), /spreadsheet/],
    ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /spreadsheet/],
    ['a PDF', '%PDF-1.7\nname', /binary/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /binary/],
    ['zeros', Buffer.alloc(2000), /binary/],
    ['JSON', '[{"name": "a"}]', /not a CSV/],
    ['HTML', '\n<!doctype html><table>', /not a CSV/],
    ['an open quote', `name,price\n"never closed,1\n${'x,1\n'.repeat(100_000)}`, /too long|quotation/],
    ['a quote in the middle', 'name,price\nab"c"d,1\n"a"b,1\n', /quotation mark in row 2/],
    ['an open quote, far down', `name\n${'x\n'.repeat(98)}\n"open\nx\n`, /row 101 /],
    ['a row without end', `name,price\n${'x'.repeat(300_000)}`, /too long/],
    ['quotation marks alone', '"'.repeat(20_001), /quotation mark in row 1/],
    ['spaces and no line end', ' '.repeat(50_000), /empty/],
    ['too many columns', `${'a,'.repeat(300)}\n`, /more than 200/],
  ])('%s', async (_name, file, expected) => {
    expect(await problemOf(file)).toMatch(expected)
    expect(await problemOf(file, 64)).toMatch(expected)
  })

  it('reads a long file without leaking listeners', async () => {
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
  it.each(['=cmd()', '+1+1', '-1+1', '@SUM(A1)', '\tx', '\rx', '\nx', "'=x", "''=x", '＝1', '-', '='])(
    '%j is made harmless, and comes back as it was',
    (text) => {
      expect(guard(text)).toBe(`'${text}`)
      expect(unguard(guard(text))).toBe(text)
    },
  )
  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x,=1+1', "x,'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\r\n=1+1\ny', "x\r\n'=1+1\ny"],
    ['\t=1', "'\t'=1"],
    ['x;"=1+1;y', `x;'"=1+1;y`],
    ['=1;=2;=3', "'=1;'=2;'=3"],
    ['=1;;=2', "'=1;;'=2"],
    ['52.5,-13', "52.5,'-13"],
    ["x;'=1", "x;''=1"],
    ["x;'-5", "x;''-5"],
    ['-5;-1+1', "'-5;'-1+1"],
    ['x;＝1', "x;'＝1"],
  ])('%j is made harmless where a spreadsheet splits it, and comes back as it was', (text, harmless) => {
    expect(guard(text)).toBe(harmless)
    expect(unguard(harmless)).toBe(text)
  })
  it('has no part that is one, whatever a spreadsheet takes for separators', () => {
    const letters = ["'", '"', '=', '-', '5', ';', ',', '\n', 'x']
    let texts = ['']
    for (let length = 0; length < 5; length++)
      texts = texts.flatMap((text) => letters.map((one) => text + one))
    for (const text of texts) {
      const harmless = guard(text)
      if (unguard(harmless) !== text) throw new Error(`${JSON.stringify(text)} came back otherwise`)
      const parts = [/[;\n]/, /[,\n]/, /[,;\n]/].flatMap((separators) => harmless.split(separators).slice(1))
      if (/^=|^-(?!5+(?:,5+)?$)/.test(harmless) || parts.some((part) => /^"*[=-]/.test(part)))
        throw new Error(`${JSON.stringify(text)} has a formula in it`)
    }
  })
  it.each([
    'plain',
    "'quoted'",
    "it's",
    '-5',
    '-5.25',
    '',
    ' =1',
    'a=b',
    '5',
    'a; b',
    'a; =1',
    'a;b=c',
    '1,5',
    '-1,5',
  ])('%j is none', (text) => {
    expect(guard(text)).toBe(text)
    expect(unguard(text)).toBe(text)
  })
})
