import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { changeCustomer } from '../../../customers/server/create'
import { lockCustomers } from '../../../customers/server/merging/link'
import { mergeCustomer } from '../../../customers/server/merging/merge'
import { customerSource } from '../../../customers/server/listing/list'
import { customersOf } from '../../../customers/server/testing'
import { customers } from '../../../customers/server/tables'
import { syncs, searchWords } from '../tables/mirrors'
import { testOffice } from '../../../testing/office'
import { learnWords, nearWords, sweepWords } from './words'

onEachEngine('the words of a list that is searched in', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    await office.clear(customers, searchWords, syncs)
    await here.synced()
  })

  const known = async () => {
    const rows = await office.engine.db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(office.whereShop(searchWords))
    return rows.map(({ word }) => word).sort()
  }
  const maria = {
    first_name: 'Maria',
    last_name: 'Uber',
    email: 'maria.secretbox@reader.example',
    city: 'Rackwitz',
  }
  const others = [
    { first_name: 'Maria', last_name: 'Hubermann', email: 'h@reader.example', city: 'Leipzig' },
    { first_name: 'Jo', last_name: 'Kröger-Weiß', email: 'jo@reader.example', external_id: 'abcdef-12' },
  ]

  it('are folded names, mailboxes and cities', async () => {
    await here.insert(maria, ...others)
    const words = ['hubermann', 'kroger', 'leipzig', 'maria', 'rackwitz', 'secretbox', 'uber', 'weiss']
    expect(await known()).toEqual(words)
  })

  it('are deleted with an anonymised customer, unless other rows have them', async () => {
    const [id = '', joined = ''] = await here.insert(
      maria,
      { first_name: 'Marja', last_name: 'Ueber', email: 'm@reader.example' },
      ...others,
    )
    await mergeCustomer(office.context, id, joined)
    await changeCustomer(office.context, id, { contact: { email: 'another.mailbox@reader.example' } })
    expect(await known()).toContain('mailbox')
    await anonymiseCustomer(office.context, id)
    expect(await known()).toEqual(['hubermann', 'kroger', 'leipzig', 'maria', 'weiss'])
  })

  it('are deleted at night if no row has them any more', async () => {
    const [id = ''] = await here.insert(maria, ...others)
    await changeCustomer(office.context, id, { contact: { email: 'another.mailbox@reader.example' } })
    await changeCustomer(office.context, id, { contact: { email: null } })
    const many = Array.from(
      { length: 500 },
      (_, n) => `former${String.fromCodePoint(97 + (n % 26))}${'xyz'.repeat(n % 3)}`,
    )
    await learnWords(office.engine.db, office.context.shop.id, 'customers', many)
    expect(await known()).toContain('formera')
    const place = { db: office.engine.db, shopId: office.context.shop.id, hold: lockCustomers }
    expect(await sweepWords(place, customerSource)).toBeNull()
    const words = ['hubermann', 'kroger', 'leipzig', 'maria', 'rackwitz', 'secretbox', 'uber', 'weiss']
    expect(await known()).toEqual(words)
  })

  it('are found within one edit, or two, in this shop and list only', async () => {
    await here.insert(maria, ...others)
    const other = await office.insertShop('other')
    await learnWords(office.engine.db, other.id, 'customers', ['hubermenn'])
    await learnWords(office.engine.db, office.context.shop.id, 'products', ['hubermenn'])
    const near = nearWords(office.context, 'customers')
    expect(await near('hubremann')).toEqual(['hubermann'])
    expect(await near('hupermenn')).toEqual(['hubermann'])
    expect(await near('mraia')).toEqual(['maria'])
    expect(await near('xylophone')).toEqual([])
  })
})
