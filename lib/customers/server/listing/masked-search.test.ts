import { beforeEach, expect, it } from 'vitest'
import { syncs, searchWords } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { notifications } from '../../../notifications/server/tables'
import { testOffice } from '../../../testing/office'
import { customerListQuery } from '../../schema'
import { changeCustomer } from '../create'
import { listCustomers } from './list'
import { mergeCustomer } from '../merging/merge'
import { customerLinks, customers } from '../tables'
import { customersOf } from '../testing'

onEachEngine('a search by support, who see contacts masked in the mirror', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    await office.clear(customerLinks, notifications, customers, syncs, searchWords)
    await here.synced()
  })

  const list = (query: Record<string, unknown> = {}, context = office.context) =>
    listCustomers(context, customerListQuery.parse(query))
  const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
  const foundBySupport = async (q: string, more: Record<string, unknown> = {}) => {
    const actor = await office.insertPerson(office.context.shop.id, 'support')
    const page = await list({ q, ...more }, { ...office.context, actor })
    return page.items.map(({ id }) => id)
  }
  const stranger = {
    first_name: 'Jo',
    email: 'zebra.fox@mail.example',
    phone: '+49 30 987 6543',
    ip: '198.51.100.17',
  }

  it.each([
    ['a part of an e-mail address', 'zebra'],
    ['the end of an e-mail address', 'fox@mail.example'],
    ['an e-mail address as it is typed', 'zebra.fox@mail.exam'],
    ['a slip in an e-mail address', 'zebar.fox@mail.example'],
    ['a part of a phone number', '98765'],
    ['a group of a phone number and a name', 'jo 9876543'],
    ['a phone number with a slip', '+49 30 9876553'],
    ['a part of an IP address', '198.51.100.1'],
    ['the first groups of a phone number', '+49 30 987'],
  ])('does not find by %s', async (_what, q) => {
    const [own = ''] = await here.insert(stranger)
    const [joined = ''] = await here.insert({ ...stranger, first_name: 'Jo', last_name: 'Other' })
    const [kept = ''] = await here.insert({ first_name: 'Kim', email: 'kim@other.example' })
    await mergeCustomer(office.context, kept, joined)
    const [corrected = ''] = await here.insert({ first_name: 'Ann', email: 'ann@other.example' })
    const contact = { email: stranger.email, phone: stranger.phone }
    await changeCustomer(office.context, corrected, { contact })
    // Others find them, and what they find is not counted for support.
    expect(await found(q)).not.toEqual([])
    for (const sort of ['relevance', 'name'])
      expect([sort, await foundBySupport(q, { sort })]).toEqual([sort, []])
    expect(await foundBySupport('jo')).toEqual(expect.arrayContaining([own]))
  })

  it.each([
    ['a whole e-mail address', 'Zebra.Fox@mail.example'],
    ['a copied e-mail address', '<zebra.fox@mail.example>,'],
    ['a whole phone number', '+49 30 9876543'],
    ['a phone number in other groups', '0049 (30) 98-76-543'],
    ['a phone number without its country', '030 9876543'],
    ['a whole phone number in digits', '49309876543'],
    ['a whole IP address', '198.51.100.17'],
    ['a name', 'jo'],
    ['a name and an e-mail address', 'jo zebra.fox@mail.example'],
  ])('finds by %s', async (_what, q) => {
    const [own = ''] = await here.insert(stranger, {
      first_name: 'Jürgen',
      last_name: 'Marian',
      email: 'jm@reader.example',
    })
    for (const sort of ['relevance', 'name'])
      expect([sort, await foundBySupport(q, { sort })]).toEqual([sort, [own]])
  })

  it.each([
    ['the beginning of an IP address', '198.51.100'],
    ['the end of an IP address', '51.100.17'],
    ['the number in an e-mail address', '7654321'],
    ['the number in an e-mail address, in groups', '765-43-21'],
    ['the number at the beginning of an e-mail address', '8765432'],
    ['the number that an e-mail address has after a dash', '5555555'],
  ])('does not take %s for a telephone number', async (_what, q) => {
    await here.insert(
      { first_name: 'Jo', email: 'jo.7654321@mail.example', ip: '198.51.100.17' },
      { first_name: 'Kim', email: '8765432.kim@mail.example' },
      { first_name: 'Ann', email: 'ann@5555555-club.example' },
    )
    for (const sort of ['relevance', 'name'])
      expect([sort, await foundBySupport(q, { sort })]).toEqual([sort, []])
  })

  it('finds by data of a correction, a payment or a merged customer', async () => {
    const [kept = '', joined = ''] = await here.insert(
      { first_name: 'Kim', email: 'kim@other.example' },
      { ...stranger, last_name: 'Otherwise' },
    )
    await mergeCustomer(office.context, kept, joined)
    await changeCustomer(office.context, kept, { contact: { phone: '0171 5550100' } })
    await here.notify({
      customer: { email: 'kim@other.example' },
      tracking_id: '10001;zebra@tracked.example',
      credit_card: { last_4: '4242', brand: 'visa' },
    })
    for (const q of [stranger.email, stranger.phone, 'otherwise', '+49 171 5550100', '4242', '10001'])
      expect([q, await foundBySupport(q)]).toEqual([q, [kept]])
    for (const q of ['zebra', 'tracked.ex', '55501']) expect([q, await foundBySupport(q)]).toEqual([q, []])
  })

  it('finds by each of several tracking IDs that look like telephone numbers', async () => {
    const [paying = ''] = await here.insert({ first_name: 'Kim', email: 'kim@other.example' })
    const ids = ['0012345678', '0012345679', '0012345680']
    for (const tracking_id of ids)
      await here.notify({ customer: { email: 'kim@other.example' }, tracking_id })
    for (const q of ids) expect([q, await foundBySupport(q)]).toEqual([q, [paying]])
  })

  it('does not reveal that a similar name is in the e-mail address', async () => {
    await here.insert({ first_name: 'Maria', last_name: 'Keller', email: 'kellr@mail.example' })
    const actor = await office.insertPerson(office.context.shop.id, 'support')
    const page = await list({ q: 'kellr' }, { ...office.context, actor })
    expect(page).toMatchObject({ alike: true, items: [{ found_by: ['similar'] }] })
  })

  const named = { first_name: 'Catrin', last_name: 'zebra.fox@mail.example' }

  it.each(['zebra', 'fox', 'sebra', 'zebra fox', 'catrin fox'])(
    'does not find by %s what sounds like an e-mail address that is given as a name',
    async (q) => {
      await here.insert(named)
      expect(await foundBySupport(q)).toEqual([])
      expect(await foundBySupport('kathrin')).toHaveLength(1)
      expect(await foundBySupport(named.last_name)).toHaveLength(1)
    },
  )

  it('does not tell in a cursor where an e-mail address that is given as a name stands', async () => {
    const all = await here.insert({ last_name: 'A' }, { last_name: 'z' }, named, { last_name: 'zz' })
    const actor = await office.insertPerson(office.context.shop.id, 'support')
    const pageOf = (cursor?: string | null) =>
      list({ sort: 'name', limit: 1, cursor: cursor ?? undefined }, { ...office.context, actor })
    const seen: string[] = []
    const said: string[] = []
    let page = await pageOf()
    for (;;) {
      seen.push(...page.items.map(({ id }) => id))
      const cursors = [page.next_cursor, page.prev_cursor].filter((one) => one !== null)
      said.push(...cursors.map((one) => Buffer.from(one, 'base64url').toString('latin1')))
      if (page.next_cursor === null) break
      page = await pageOf(page.next_cursor)
    }
    expect(seen.toSorted()).toEqual(all.toSorted())
    expect(said.join('\n')).not.toContain('zebra')
    expect((await pageOf(page.prev_cursor)).items.map(({ id }) => id)).toEqual([seen.at(-2)])
  })

  it('takes no cursor that was made for others, or for another shop', async () => {
    await here.insert({ last_name: 'A' }, { last_name: 'B' })
    const { context } = office
    const actor = await office.insertPerson(context.shop.id, 'support')
    const asked = { sort: 'name', limit: 1 }
    const { next_cursor: open } = await list(asked)
    const { next_cursor: sealed } = await list(asked, { ...context, actor })
    const other = await office.insertShop('shop-other')
    for (const [cursor, shop] of [
      [open, context.shop],
      [sealed, other],
      ['', context.shop],
    ] as const)
      await expect(list({ ...asked, cursor }, { ...context, actor, shop })).rejects.toMatchObject({
        code: 'bad_request',
      })
    await expect(list({ ...asked, cursor: sealed })).rejects.toMatchObject({ code: 'bad_request' })
  })
})
