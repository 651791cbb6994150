import { describe, expect, it } from 'vitest'
import { fold, searchText, wordsOf } from './fold'
import { markerOf } from './marks'
import { editDistance } from './similar-words'

describe('text to search in', () => {
  it.each([
    ['  Crème\n BRÛLÉE ', 'creme brulee'],
    ['Straße ŁÓDŹ Ærø İzmir ΟΔΟΣ', 'strasse lodz aero izmir οδοσ'],
    ['Ёлка и Йод', 'елка и иод'],
    ['和紙A4', '和 紙 a4'],
    ['a\0b', 'a b'],
    ['ﬁne ½', 'fine 1⁄2'],
  ])('%s is %s', (given, expected) => expect(fold(given)).toBe(expected))

  it('keeps its fields apart', () => expect(searchText(['A B', null, 'x\ny'])).toBe(' a b\n \n x y'))

  it('keeps words apart from those of other fields', () =>
    expect(wordsOf(' 和紙  Blue ')).toEqual(['和 紙', 'blue']))
})

it.each(['\u202a+49\u202c', '\ufeff+49', '\u200b+49\u200b \u200b', '\u2068+49\u2069'])(
  'the words of a query have no invisible characters around them: %j',
  (query) => expect(wordsOf(query)).toEqual(['+49']),
)

describe('marks', () => {
  const marked = (text: string, query: string, alike = true) =>
    markerOf(query, { alike })(text).map(([start, length]) => text.slice(start, start + length))

  it.each<[string, string, string[]]>([
    ['Crème brûlée', 'BRU', ['brû']],
    ['Cre\u0300me', 'creme', ['Cre\u0300me']],
    ['Straße 5', 'strasse', ['Straße']],
    ['Sinead O’Connor', "o'con", ['O’Con']],
    ['Anna‑Lena', 'anna-lena', ['Anna‑Lena']],
    ['🔑 Schlüssel 🔑', 'schl', ['Schl']],
    ['paper paper', 'paper', ['paper', 'paper']],
    ['paperback', 'paper pap back', ['paperback']],
    ['Upper paper', 'pa', ['pa']],
    ['和紙ノート', '紙ノ', ['紙ノ']],
    ['Ёлка', 'елк', ['Ёлк']],
    ['a  b', 'a b', ['a', 'b']],
    ['Blue notebook', 'notebok', ['notebook']],
    ['Anna 🦊!', '🦊', ['🦊']],
    ['nothing here', 'paper', []],
    ['<b> &amp; </b>', '&', ['&']],
  ])('in %s for %s', (text, query, expected) => expect(marked(text, query)).toEqual(expected))

  it('are limited in number, and empty for empty text', () => {
    const mark = markerOf('a', { alike: true })
    expect(mark('a '.repeat(500))).toHaveLength(20)
    expect(mark(null)).toEqual([])
  })

  it('include similar words only if the list has similar rows', () => {
    expect(marked('Blue notebook', 'notebok blue', false)).toEqual(['Blue'])
  })
})

describe('a typing error', () => {
  it.each(['papre', 'ppaer', 'paer', 'paaper', 'papwr', 'paperx'])('%s may be paper', (word) =>
    expect([0, 1]).toContain(editDistance(word, 'paper')),
  )
  it.each(['pole', 'pen', 'pprae', 'wiper'])('%s is not paper', (word) =>
    expect(editDistance(word, 'paper')).toBeNull(),
  )
  it('is tolerated while a word is being typed, but not in short words or numbers', () => {
    expect(editDistance('notebk', 'notebooks')).toBe(1)
    expect(editDistance('pn', 'pen')).toBeNull()
    expect(editDistance('12345', '12346')).toBeNull()
    expect(editDistance('wojcechowsky', 'wojciechowski')).toBe(2)
  })
})
