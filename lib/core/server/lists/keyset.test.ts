import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors'
import { keysetPage, totalOf, type Keyset } from './keyset'

const keyset = (type: Keyset['type']): Keyset => ({
  expression: sql`x`,
  id: sql`id`,
  type,
  isDescending: false,
})
const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const code = (type: Keyset['type'], text: string) => {
  try {
    keysetPage(keyset(type), { sort: 'x', cursor: text, limit: 2 })
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? error.code : 'unknown'
  }
}

describe('a cursor', () => {
  it.each<[Keyset['type'], string]>([
    ['text', ''],
    ['text', 'ünïcödé 🔑'],
    ['bigint', '-1'],
    ['bigint', '9007199254740991'],
    ['timestamptz', 'infinity'],
    ['timestamptz', '-infinity'],
    ['timestamptz', '2027-01-31 10:00:00+00'],
    ['timestamptz', '2027-01-31 10:00:00.123456+05:30'],
    ['timestamptz', '0001-02-03 04:05:06-07'],
  ])('of %s takes %j', (type, value) => expect(code(type, cursor(['n', 'x', value, 'id']))).toBe('taken'))

  it.each<[Keyset['type'], string]>([
    ['text', 'a\0b'],
    ['bigint', ''],
    ['bigint', '1.5'],
    ['bigint', '9'.repeat(19)],
    ['bigint', 'infinity'],
    ['timestamptz', ''],
    ['timestamptz', '1'],
    ['timestamptz', 'foo 1'],
    ['timestamptz', 'yesterday'],
    ['timestamptz', '0000-01-01 10:00:00+00'],
    ['timestamptz', '2027-02-31 10:00:00+00'],
    ['timestamptz', '2027-13-01 10:00:00+00'],
    ['timestamptz', '2027-01-01 24:00:00+00'],
    ['timestamptz', '2027-01-01 10:00:00+99'],
    ['timestamptz', '2027-01-01T10:00:00Z'],
    ['timestamptz', '+275760-09-13 00:00:00+00'],
  ])('of %s refuses %j as a bad request', (type, value) =>
    expect(code(type, cursor(['n', 'x', value, 'id']))).toBe('bad_request'),
  )

  it.each([
    '',
    'x',
    '%%%',
    cursor(null),
    cursor([]),
    cursor(['n', 'y', '1', 'id']),
    cursor(['z', 'x', '1', 'id']),
    cursor(['n', 'x', 1, 'id']),
    cursor(['n', 'x', '1', 'i\0d']),
    cursor(['n', 'x', '1', 'id', 'more']),
  ])('is none: %s', (text) => expect(code('bigint', text)).toBe('bad_request'))
})

describe('a page', () => {
  const row = (n: number) => ({ cursor_value: String(n), cursor_id: `id${n}` })
  const at = (direction: 'n' | 'p') => cursor([direction, 'x', '5', 'id5'])
  const page = (from: string | undefined, rows: number[]) => {
    const made = keysetPage(keyset('bigint'), { sort: 'x', cursor: from, limit: 2 }).page(rows.map(row))
    return [
      made.rows.map(({ cursor_value }) => Number(cursor_value)),
      made.prev_cursor !== null,
      made.next_cursor !== null,
    ]
  }
  it.each<[string, string | undefined, number[], unknown]>([
    ['the only one', undefined, [1, 2], [[1, 2], false, false]],
    ['the first', undefined, [1, 2, 3], [[1, 2], false, true]],
    ['in the middle', at('n'), [6, 7, 8], [[6, 7], true, true]],
    ['the last', at('n'), [6], [[6], true, false]],
    ['back in the middle', at('p'), [4, 3, 2], [[3, 4], true, true]],
    ['back at the first', at('p'), [4, 3], [[3, 4], false, true]],
    ['empty', undefined, [], [[], false, false]],
    ['empty behind the end', at('n'), [], [[], false, false]],
  ])('that is %s', (_name, from, rows, expected) => expect(page(from, rows)).toEqual(expected))

  it('has an exact total up to ten thousand', () => {
    expect(totalOf(10_000)).toEqual({ total: 10_000, total_exact: true })
    expect(totalOf(10_001)).toEqual({ total: 10_000, total_exact: false })
  })
})
