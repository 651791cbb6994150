import { beforeEach, expect, it } from 'vitest'
import { exactTotalLimit, rankedLimit } from '../../../core/lists/paging'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { catalogue, emptyCatalogue } from '../testing'

const sorted = (names: (string | null)[]) => names.map(String).toSorted((a, b) => (a < b ? -1 : 1))

onEachEngine('a search among products in the mirror', (kind) => {
  const office = testOffice(kind)
  const { insert, named, list, found } = catalogue(() => office)
  beforeEach(() => emptyCatalogue(office))

  it.each<[string, string[], string, string[]]>([
    ['case and accents', ['Crème brûlée', 'Creme', 'Milk'], 'CREME', ['Creme', 'Crème brûlée']],
    ['the middle of words', ['Paperback', 'Wallpaper'], 'pape', ['Paperback', 'Wallpaper']],
    ['each word, in any order', ['Blue linen towel', 'Blue towel'], 'towel linen', ['Blue linen towel']],
    ['short terms where words begin', ['Tea', 'Steam', 'Green tea'], 'te', ['Tea', 'Green tea']],
    ['one letter', ['Apple', 'Map', 'An apple'], 'a', ['An apple', 'Apple']],
    ['Cyrillic', ['Бумага белая', 'Ёлка', 'Стол'], 'умаг', ['Бумага белая']],
    ['short Cyrillic', ['Бумага белая', 'Особая'], 'бе', ['Бумага белая']],
    ['Cyrillic with marks', ['Ёлка', 'Ель'], 'елка', ['Ёлка']],
    ['one ideograph', ['和紙ノート', '和服', '鉛筆'], '紙', ['和紙ノート']],
    ['several ideographs', ['和紙ノート', '紙和', '鉛筆'], '和紙', ['和紙ノート']],
    ['pattern characters', ['100% wool', '1000 wool', 'a_b', 'acb'], '00% ', ['100% wool']],
    ['an underscore', ['a_bc', 'acbc'], 'a_bc', ['a_bc']],
    ['backslashes and quotes', [`it's a \\ "x"`, 'other'], `it's \\`, [`it's a \\ "x"`]],
    ['swapped letters', ['Paper lantern', 'Copper kettle'], 'latnern', ['Paper lantern']],
    ['a missing letter', ['Notebook', 'Envelope'], 'notebok', ['Notebook']],
    ['a slip in one of two words', ['Blue notebook', 'Blue envelope'], 'blue envelpe', ['Blue envelope']],
    ['a slip in Cyrillic', ['Бумага', 'Стол'], 'бумгаа', ['Бумага']],
    ['nothing like it', ['Notebook'], 'xylophone', []],
    ['nothing but spaces', ['A'], '  ', ['A']],
  ])('finds by %s', async (_what, names, q, expected) => {
    await named(...names)
    expect(sorted(await found(q))).toEqual(sorted(expected))
    expect(sorted(await found(q, { sort: 'name' }))).toEqual(sorted(expected))
  })

  it('ranks the ID, names that begin so, names that contain it, descriptions, then similar ones', async () => {
    const [id] = await named('A thing with an ID')
    await insert(
      { name: 'Zen', description: 'For a lantern' },
      { name: 'Big lantern' },
      { name: 'Lantern, blue' },
      { name: 'Lantern' },
    )
    expect(await found('lantern')).toEqual(['Lantern', 'Lantern, blue', 'Big lantern', 'Zen'])
    expect(await found(String(id))).toEqual(['A thing with an ID'])
    await insert({ name: 'About', description: `Instead of ${id}` })
    expect(await found(String(id))).toEqual(['A thing with an ID', 'About'])
    expect(sorted(await found('lantren'))).toEqual(['Big lantern', 'Lantern', 'Lantern, blue', 'Zen'])
  })

  it('says that results are only similar, counts and pages them, best first', async () => {
    await named(...Array.from({ length: 60 }, (_, n) => `Reading lantern ${n}`), 'Lantern 5')
    for (const sort of ['relevance', 'name'] as const) {
      const exact = { alike: false, total: 61, total_exact: true }
      expect(await list({ q: 'lantern', sort })).toMatchObject(exact)
      const page = await list({ q: 'lantren', sort })
      expect(page).toMatchObject({ alike: true, total: 61, total_exact: true, best: null })
      const rest = await list({ q: 'lantren', sort, cursor: page.next_cursor })
      expect([...page.items, ...rest.items]).toHaveLength(61)
    }
    expect((await found('lantren 5'))[0]).toBe('Lantern 5')
    expect((await found('raeding lantern 5'))[0]).toBe('Reading lantern 5')
  })

  it('marks what was found in the texts as they are shown', async () => {
    await insert({ name: 'Crème brûlée', description: 'With creme' })
    const [item] = (await list({ q: 'creme' })).items
    expect(item?.marks).toEqual({ name: [[0, 5]], description: [[5, 5]], id: [] })
    expect((await list()).items[0]?.marks).toBeUndefined()
  })

  it('pages by relevance in both directions without losing or repeating rows', async () => {
    await named(...Array.from({ length: 23 }, (_, n) => `Lamp ${n % 5}`), 'Big lamp', 'Old lamp')
    const seen: string[] = []
    let cursor: string | null | undefined
    let back: string | null = null
    do {
      const page = await list({ q: 'lamp', limit: 10, ...(cursor ? { cursor } : {}) })
      expect(page).toMatchObject({ total: 25, total_exact: true })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
      back = page.prev_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(25)
    expect(seen).toHaveLength(25)
    const before = await list({ q: 'lamp', limit: 10, cursor: back })
    expect(before.items.map(({ id }) => id)).toEqual(seen.slice(10, 20))
    await expect(list({ q: 'lamp', sort: 'name', cursor: back })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  it('ranks a bounded number of hits of a broad term, and says how many there are', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => ({ name: `Big lamp ${n}` }))
    await insert(...rows, { name: 'Lamp' })
    const page = await list({ q: 'lamp', limit: 200 })
    expect(page).toMatchObject({ total: 1_201, total_exact: true })
    expect(await list({ q: 'lamp', sort: 'name' })).toMatchObject({ total: 1_201, best: null })
    expect(await list({ q: 'big lamp 11' })).toMatchObject({ total: 111, best: null })
    expect(page.items[0]?.name).toBe('Lamp')
    for (const q of ['lamp', 'big lamp']) {
      let [listed, cursor]: [number, string | null] = [0, null]
      let best: number | null
      do {
        const next = await list({ q, limit: 200, ...(cursor ? { cursor } : {}) })
        listed += next.items.length
        cursor = next.next_cursor
        best = next.best
      } while (cursor)
      // The list ends after the number it states, even when nearly all names begin with the search text.
      expect(listed).toBe(best)
      expect(listed).toBeGreaterThanOrEqual(rankedLimit)
      expect(listed).toBeLessThan(1_200)
    }
  })

  it('estimates large totals, with the same results', async () => {
    await insert(...Array.from({ length: exactTotalLimit + 100 }, (_, n) => ({ name: `Big pot ${n}` })))
    await insert({ name: 'Pot' })
    const [first, again] = [await list({ q: 'pot' }), await list({ q: 'pot' })]
    expect(first).toMatchObject({ total_exact: false, best: rankedLimit })
    expect(first.total).toBeGreaterThanOrEqual(exactTotalLimit)
    expect(first.items[0]?.name).toBe('Pot')
    expect(again).toEqual(first)
  })

  it('keeps similar results separate from exact ones in any order', async () => {
    await insert(...Array.from({ length: exactTotalLimit + 100 }, (_, n) => ({ name: `Lantern ${n}` })))
    expect(await list({ q: 'latnern', sort: 'name' })).toMatchObject({ alike: true, total_exact: false })
    const [first, again] = [await list({ q: 'latnern' }), await list({ q: 'latnern' })]
    expect(first).toMatchObject({ alike: true, total_exact: false, best: rankedLimit })
    expect(again).toEqual(first)
    const next = await list({ q: 'latnern', cursor: first.next_cursor as string })
    expect(next).toMatchObject({ alike: true, best: rankedLimit })
    expect(next.items).toHaveLength(first.items.length)
  })

  it('recounts an estimate when few are left', async () => {
    await insert(...Array.from({ length: exactTotalLimit + 100 }, (_, n) => ({ name: `Jug ${n}` })))
    expect(await list({ q: 'jug' })).toMatchObject({ total_exact: false })
    await emptyCatalogue(office)
    await named('Jug')
    expect(await list({ q: 'jug' })).toMatchObject({ total: 1, total_exact: true, best: null })
  })
})
