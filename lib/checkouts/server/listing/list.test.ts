import { beforeEach, expect, it } from 'vitest'
import { searchWords } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { testOffice } from '../../../testing/office'
import { checkoutListQuery } from '../../schema'
import { listCheckouts } from './list'
import { checkouts } from '../tables'
import { checkoutsOf } from '../testing'

onEachEngine('a search for checkouts of a shop', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => checkoutsOf(office))
  beforeEach(() => office.clear(checkouts, searchWords))

  const foundBy = async (role: 'owner' | 'support', q: string, sort = 'relevance') => {
    const actor = await office.insertPerson(office.context.shop.id, role)
    const query = checkoutListQuery.parse({ q, sort })
    return (await listCheckouts({ ...office.context, actor }, query)).items.map(({ id }) => id)
  }
  const written =
    'Chair for fox@den.example, tel. 030 5550123, "ann lee"@hall.example, kim@localhost, eve@[10.0.0.77], (370) 612 34567, order+37061277777, phone number 61288888, Mobiltelefon: 61299999, +370 (0)612 / 66666, 8 916 123-45-99, тел. 61255555, 1 001 234.50, card 4111 1111 1111 1111'
  const asked = {
    order: { description: written, tracking_id: 'A-77;owl@tree.example' },
    customer: { email: 'zebra.fox@mail.example' },
  }

  it.each([
    ['a part of an e-mail address', 'zebra'],
    ['the end of an e-mail address', 'fox@mail.example'],
    ['an e-mail address as it is typed', 'zebra.fox@mail.exam'],
    ['a part of an e-mail address in the description', 'fox@den'],
    ['the domain of one in the tracking ID', 'tree.example'],
    ['a part of a phone number in the description', '55501'],
    ['a part of a quoted e-mail address in the description', 'hall.exa'],
    ['a part of an e-mail address without a dot in the description', 'kim@local'],
    ['a part of an e-mail address at a network address in the description', '10.0.0.7'],
    ['a part of a phone number with a code in brackets in the description', '34567'],
    ['a part of a phone number after a plus in the description', '612777'],
    ['a part of a phone number after words in the description', '612888'],
    ['a part of a phone number after a compound word in the description', '612999'],
    ['a part of a phone number with three signs in a row in the description', '66666'],
    ['a part of a phone number after an 8 in the description', '45-99'],
    ['a part of a phone number after a word in Cyrillic in the description', '612555'],
    ['the beginning of a card number in the description', '4111 1111 11'],
  ])('finds by %s, but not for support, who sees it masked', async (_what, q) => {
    const id = await here.insert(asked)
    for (const sort of ['relevance', 'created_at']) {
      expect([sort, await foundBy('owner', q, sort)]).toEqual([sort, [id]])
      expect([sort, await foundBy('support', q, sort)]).toEqual([sort, []])
    }
  })

  it.each([
    ['hotel 4815', 'Hotel 481516'],
    ['no. 4815', 'Hotel no. 481516'],
    ['202611', 'cancelled 20261124'],
    ['headphones 48', 'Headphones 481516'],
    ['01.11.20', 'Booking 01.11.2026 10:00'],
    ['05/11/20', 'on 05/11/2026'],
    ['05/2026', '12/05/2026 10:00'],
    ['(05/11', '(05/11/2026)'],
    ['24.11', 'call 24.11.2026'],
    ['202611', 'called 20261124'],
    ['24.11', 'called 24.11.26'],
    ['photo 48', 'Photo 481516'],
  ])('finds by %s, which is no contact: %s', async (q, description) => {
    const id = await here.insert({ ...asked, order: { ...asked.order, description } })
    for (const role of ['owner', 'support'] as const)
      expect([role, await foundBy(role, q)]).toEqual([role, [id]])
  })

  it.each([
    ['the whole e-mail address', 'Zebra.Fox@mail.example'],
    ['a word of the description', 'chair'],
    ['a whole e-mail address in the description', 'fox@den.example'],
    ['a word and a whole e-mail address', 'chair fox@den.example'],
    ['a whole phone number in the description', '030 5550123'],
    ['a tracking ID', 'A-77'],
    ['a word beside a card number in the description', 'card'],
    ['a whole e-mail address without a dot in the description', 'kim@localhost'],
    ['an amount in the description', '234.50'],
    ['a whole e-mail address in the tracking ID', 'owl@tree.example'],
  ])('finds by %s', async (_what, q) => {
    const id = await here.insert(asked)
    for (const role of ['owner', 'support'] as const)
      expect([role, await foundBy(role, q)]).toEqual([role, [id]])
  })
})
