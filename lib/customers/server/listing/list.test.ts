import { beforeEach, expect, it } from 'vitest'
import { syncs, searchWords } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { notifications } from '../../../notifications/server/tables'
import { testOffice } from '../../../testing/office'
import { customerListQuery, type CustomerPage } from '../../schema'
import { anonymiseCustomer } from '../anonymising/anonymise'
import { changeCustomer } from '../create'
import { listCustomers } from './list'
import { mergeCustomer } from '../merging/merge'
import { customerLinks, customers } from '../tables'
import { customersOf } from '../testing'
import { customerList } from '../../filters'

const maria = {
  first_name: 'Maria',
  last_name: 'Keller',
  email: 'Maria.Keller@reader.example',
  phone: '+49 171 23456',
  city: 'Leipzig',
  external_id: 'reader-11800',
  ip: '198.51.100.17',
  country: 'DE',
}
const others = [
  { first_name: 'Jürgen', last_name: 'Marian', email: 'jm@reader.example', phone: '0341 555010' },
  { first_name: 'אבי', last_name: 'כהן', email: 'avi@reader.example' },
  { first_name: '田中', last_name: '太郎', email: 'tanaka@reader.example' },
  { first_name: 'Fox', last_name: '🦊👩‍💻', email: '100%_\\"\'@reader.example', ip: '2001:db8::17' },
  { email: 'nobody@reader.example' },
]

onEachEngine('the list of customers from the mirror', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    await office.clear(customerLinks, notifications, customers, syncs, searchWords)
    await here.synced()
  })

  const list = (query: Record<string, unknown> = {}, context = office.context) =>
    listCustomers(context, customerListQuery.parse(query))
  const support = async () => ({
    ...office.context,
    actor: await office.insertPerson(office.context.shop.id, 'support'),
  })
  const found = async (q: string, more: Record<string, unknown> = {}) =>
    (await list({ q, ...more })).items.map(({ email }) => email)

  it.each([
    ['both names', 'maria keller'],
    ['both names the other way round', 'keller maria'],
    ['a copied list entry', 'Keller, Maria'],
    ['a copied address', '<maria.keller@reader.example>,'],
    ['a part of an e-mail address', 'keller@read'],
    ['an e-mail address as it is typed', 'maria.keller@r'],
    ['a slip', 'Mraia Kelelr'],
    ['a slip in an e-mail address', 'maria.kelelr@reader.example'],
    ['a city', 'leipz'],
    ['an external ID', 'reader-11800'],
    ['an external ID as it is typed', 'reader-1180'],
    ['the number in an external ID', '11800'],
    ['an IP address', '198.51.100.17'],
    ['a phone number', '+49 171 23456'],
    ['a phone number in brackets', '+49 (171) 234-56'],
    ['a phone number without its country', '0171 23456'],
    ['a phone number in groups of its own', '17 12 34'],
    ['the end of a phone number', '123456'],
  ])('finds by %s', async (_what, q) => {
    await here.insert(maria, ...others)
    expect(await found(q)).toEqual([maria.email])
    expect(await found(q, { sort: 'name' })).toEqual([maria.email])
  })

  it.each([
    ['Hebrew', 'כהן', 'avi@reader.example'],
    ['ideographs', '太郎', 'tanaka@reader.example'],
    ['an emoji', '🦊', others[3]?.email],
    ['an emoji of several', 'fox 👩‍💻', others[3]?.email],
    ['pattern characters', '100%_', others[3]?.email],
    ['quotes', `\\"'`, undefined],
    ['a percent sign', '%', undefined],
    ['digits that are not a number', '555-010', 'jm@reader.example'],
    ['an IPv6 address', '2001:db8::17', others[3]?.email],
    ['a number that was given without its country', '+49 341 555010', 'jm@reader.example'],
  ])('finds by %s', async (_what, q, expected) => {
    await here.insert(maria, ...others)
    expect(await found(q)).toEqual(expected === undefined ? [] : [expected])
  })

  it.each([
    ['a title', 'Frau Dr. Keller', { alike: true }],
    ['names as they sound', 'Marja Kehler', { alike: true }],
    ['names as they sound, with a hyphen', 'Marja-Kehler', { alike: true }],
    ['two errors in a long word', 'Keller Leibzik', { alike: true }],
    ['a name as it sounds, and a city', 'Köller leipzig', { alike: true }],
    ['a digit that was misheard', '+49 171 23466', { alike: true }],
    ['a digit that was left out', '+49 171 2346', { alike: true }],
    ['digits that were swapped', '0049 171 24356', { alike: true }],
    ['an external ID without its sign', 'reader11800', { alike: true }],
    ['digits of another script', '٠١٧١ ٢٣٤٥٦', { alike: false }],
  ])('finds by %s', async (_what, q, expected) => {
    await here.insert(maria, ...others)
    expect(await found(q)).toEqual([maria.email])
    expect(await found(q, { sort: 'name' })).toEqual([maria.email])
    expect(await list({ q })).toMatchObject({ total: 1, ...expected })
  })

  it('finds similar names across scripts', async () => {
    await here.insert(
      { first_name: 'Иван', last_name: 'Цветаев', email: 'ivan@reader.example', phone: '+7 903 123-45-67' },
      { first_name: 'محمد', last_name: 'Saleh', email: 'm@reader.example', phone: '٠٥٠ ١٢٣ ٤٥٦٧' },
      { first_name: 'Giorgos', last_name: 'Pappas', email: 'g@reader.example' },
      { first_name: 'とよた', email: 't@reader.example' },
      maria,
    )
    expect(await found('ivan tsvetaev')).toEqual(['ivan@reader.example'])
    expect(await found('Mohammed Saleh')).toEqual(['m@reader.example'])
    expect(await found('Γιώργος')).toEqual(['g@reader.example'])
    for (const q of ['トヨタ', 'Toyota']) expect(await found(q)).toEqual(['t@reader.example'])
    expect(await found('8 (903) 123-45-67')).toEqual(['ivan@reader.example'])
    expect(await found('050 1234567')).toEqual(['m@reader.example'])
    const [saleh] = (await list({ q: '050 1234' })).items
    expect(saleh?.marks?.phone).toEqual([[1, 8]])
    const [pappas] = (await list({ q: 'Yiorgos Papas' })).items
    expect(pappas?.marks?.name).toEqual([
      [0, 7],
      [8, 6],
    ])
  })

  it('finds nobody for unknown addresses and IDs', async () => {
    await here.insert(maria, ...others)
    for (const q of ['anna.7df75032@reader.example', 'reader-kehler7'])
      expect(await list({ q })).toMatchObject({ total: 0, alike: false })
  })

  it('does not take IDs or other numbers for mistyped phone numbers', async () => {
    await here.insert(
      {
        first_name: 'Eva',
        email: 'e@reader.example',
        external_id: 'order-5550124',
        phone: '+49 30 55501299',
      },
      { first_name: 'Jo', email: 'j@reader.example', external_id: '17123457' },
    )
    expect(await found('5550-123')).toEqual([])
    expect(await found('171 23456')).toEqual(['j@reader.example']) // A line of digits may be a phone number.
  })

  it('keeps names of any length', async () => {
    await here.insert({ ...maria, first_name: 'Banodiluka'.repeat(1_000), last_name: 'ナ'.repeat(5_000) })
    expect(await found(maria.email)).toEqual([maria.email])
  })

  it('ignores phonetic matches if the name exists, and anonymised people', async () => {
    await here.insert(maria, { first_name: 'Maria', last_name: 'Kehler', email: 'k@reader.example' })
    expect(await found('Maria Keller')).toEqual([maria.email])
    const [customer] = (await list({ q: 'Maria Keller' })).items
    await anonymiseCustomer(office.context, String(customer?.id))
    expect(await found('Marja Köhler')).toEqual(['k@reader.example'])
    expect(await found('Mraia')).toEqual(['k@reader.example'])
  })

  it.each([
    '%'.repeat(10_000),
    '_',
    '\\',
    `'"; --`,
    '\0',
    '\ud800',
    'a '.repeat(5_000),
    '😀'.repeat(3_000),
    '((((',
    '+',
    '@gmial.com',
    '# @keller',
    'Frau .',
    '@',
  ])('takes what is no search: %.20j', async (q) => {
    await here.insert(maria)
    for (const sort of ['relevance', 'name']) expect(await list({ q, sort })).toMatchObject({ best: null })
  })

  it('ranks exact matches, then names that begin with the words, in either order', async () => {
    const [id = ''] = await here.insert({ ...others[0], first_name: 'Ann', last_name: 'Other' })
    await here.insert(
      { first_name: 'Bo', last_name: `About ${id}`, email: 'b@x.example' },
      { first_name: 'Anna', last_name: 'Maria', email: 'c@x.example' },
      { first_name: 'Eva', last_name: 'Von Maria', email: 'd@x.example' },
      maria,
      { first_name: 'Zoe', email: 'e@x.example', external_id: 'maria' },
      { first_name: 'Aa', email: 'maria@x.example' },
    )
    expect((await found(id))[0]).toBe('jm@reader.example')
    expect((await found('reader-11800'))[0]).toBe(maria.email)
    expect((await found('MARIA@x.example'))[0]).toBe('maria@x.example')
    expect(await found('maria')).toEqual([
        'e@x.example', 'c@x.example', maria.email, 'd@x.example', 'maria@x.example',
      ]) // prettier-ignore
  })

  it('marks matches, also digits between signs, but not in masked values', async () => {
    await here.insert(maria)
    const marks = async (q: string, context = office.context) => (await list({ q }, context)).items[0]?.marks
    expect(await marks('keller mar')).toMatchObject({ name: [[0, 3], [6, 6]], email: [[0, 3], [6, 6]] }) // prettier-ignore
    expect(await marks('17123')).toMatchObject({ phone: [[4, 6]] })
    expect(await marks('keller', await support())).toMatchObject({ name: [[6, 6]], email: [], phone: [] })
  })

  it('masks personal data for support, and does not sort by it', async () => {
    await here.insert(maria)
    const helper = await support()
    expect((await list({ q: maria.email }, helper)).items).toMatchObject([
      { first_name: 'Maria', email: 'M•••@reader.example', phone: '•••56', ip: '•••', masked: true },
    ])
    const text = JSON.stringify(await list({ sort: 'name', limit: 1 }, helper))
    for (const value of [maria.email, maria.phone, maria.ip]) expect(text).not.toContain(value)
    await expect(list({ sort: '-email' }, helper)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await list()).items).toMatchObject([{ email: maria.email, masked: false }])
  })

  it('is filtered', async () => {
    const [id = ''] = await here.insert({ ...maria, created_at: '2026-03-01T23:30:00Z' })
    await here.insert({ ...others[0], country: 'AT', created_at: '2026-03-02T00:00:00Z' })
    await changeCustomer(office.context, id, { labels: ['VIP', 'press'] })
    await here.notify({ customer: { email: maria.email } })
    const those = async (query: Record<string, unknown>) =>
      (await list({ sort: 'name', ...query })).items.map(({ last_name: name }) => name)
    expect(await those({ country: 'DE,FR' })).toEqual(['Keller'])
    expect(await those({ paid: 'true' })).toEqual(['Keller'])
    expect(await those({ paid: 'false' })).toEqual(['Marian'])
    expect(await those({ label: 'VIP' })).toEqual(['Keller'])
    expect(await those({ created_from: '2026-03-02' })).toEqual(['Marian'])
    expect(await those({ created_to: '2026-03-01' })).toEqual(['Keller'])
    expect(await those({ created_from: '2026-03-01', created_to: '2026-03-02' })).toHaveLength(2)
  })

  it('is paged by every column without losing or repeating any', async () => {
    await here.insert(
      ...Array.from({ length: 23 }, (_, n) => ({
        first_name: 'P',
        last_name: `Q${n % 3}`,
        email: `p${n}@x.example`,
        country: ['DE', null, 'AT'][n % 3],
      })),
    )
    for (const sort of customerList.sortColumns.flatMap((column) => [column, `-${column}`])) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page: CustomerPage = await list({ sort, limit: 10, cursor })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      expect(new Set(seen).size).toBe(23)
      expect(seen).toHaveLength(23)
    }
  })

  it('finds by card, tracking ID and correction, also after a new sync', async () => {
    const [id = ''] = await here.insert(maria)
    await here.notify({
      customer: { email: maria.email },
      tracking_id: 'order-77;desk-5',
      credit_card: { last_4: '4242' },
    })
    await changeCustomer(office.context, id, {
      contact: { email: 'new@mail.example', phone: '030 / 998877' },
    })
    for (const again of [false, true]) {
      if (again) await here.insert({ ...maria, id, city: 'Halle' })
      for (const q of ['4242', 'order-77', 'desk-5', 'new@mail.example', '+49 30 998877', 'keller'])
        expect([q, await found(q)]).toEqual([q, [maria.email]])
    }
    expect(await found('halle')).toEqual([maria.email])
    await changeCustomer(office.context, id, { contact: { email: null } })
    expect(await found('new@mail.example')).toEqual([])
    expect(await found('998877')).toEqual([maria.email])
  })

  it('shows a merged customer as the other, found by the data of both', async () => {
    const [kept = '', other = ''] = await here.insert(maria, { ...others[0] })
    await mergeCustomer(office.context, kept, other)
    expect(await found('jm@reader.example')).toEqual([maria.email])
    expect(await found('555010')).toEqual([maria.email])
    expect((await list()).total).toBe(1)
    await here.insert({ ...others[0], id: other, city: 'Dresden' })
    expect(await found('dresden')).toEqual([maria.email])
  })
})
