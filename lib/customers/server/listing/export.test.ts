import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { activity } from '../../../core/server/tables/requests'
import { syncs } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { notifications } from '../../../notifications/server/tables'
import { testOffice } from '../../../testing/office'
import { customerExportColumns, customerExportQuery } from '../../export'
import { customerListQuery } from '../../schema'
import { anonymiseCustomer } from '../anonymising/anonymise'
import { changeCustomer } from '../create'
import { exportCustomers } from './export'
import { listCustomers } from './list'
import { mergeCustomer } from '../merging/merge'
import { customerLinks, customers } from '../tables'
import { customersOf } from '../testing'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

onEachEngine('the export of customers from the mirror', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    await office.clear(activity, customerLinks, notifications, customers, syncs)
    await here.synced()
  })

  const exporting = (query: Record<string, unknown>, context = office.context) =>
    exportCustomers(context, customerExportQuery.parse(query))
  const exported = async (query: Record<string, unknown>, context = office.context) => {
    let text = ''
    for await (const piece of exporting(query, context)) text += piece
    return text
  }
  const idsOf = (text: string) => text.trim().split('\r\n').slice(1)
  const noted = (action = 'customers.exported') =>
    office.engine.db
      .select()
      .from(activity)
      .where(office.whereShop(activity, eq(activity.action, action)))

  it('writes names of any script, and no formula', async () => {
    await here.insert(
      { last_name: 'אבי כהן', first_name: '‮x', created_at: at(1) },
      { last_name: '🦊👩‍💻', first_name: '=cmd()', email: '+a@reader.example', created_at: at(2) },
      { last_name: 'O"Neill, Jr', first_name: "'=1", phone: '+49 30 1', created_at: at(3) },
      { last_name: '<b>Bold</b>', first_name: '@SUM(A1)', ip: '::1', address: '-1\n2', created_at: at(4) },
    )
    const columns = 'last_name,first_name,email,phone,ip,address'
    expect(await exported({ sort: 'created_at', columns })).toBe(
      [
        columns,
        'אבי כהן,‮x,,,,',
        "🦊👩‍💻,'=cmd(),'+a@reader.example,,,",
        `"O""Neill, Jr",''=1,,'+49 30 1,,`,
        `<b>Bold</b>,'@SUM(A1),,,::1,"'-1\n2"`,
        '',
      ].join('\r\n'),
    )
    expect(await exported({ sort: 'created_at', columns: 'last_name,ip', separator: 'semicolon', bom: 'true', q: 'neill' }))
        .toBe('\uFEFFlast_name;ip\r\n"O""Neill, Jr";\r\n') // prettier-ignore
  })

  it('has every column, marks local ones, and has no data of anonymised people', async () => {
    const [maria = '', nina = ''] = await here.insert(
      {
        first_name: 'Maria',
        last_name: 'Keller',
        email: 'm@reader.example',
        phone: '030 1234567',
        address: 'Am Markt 1',
        city: 'Leipzig',
        country: 'US',
        zip: '04109',
        state: 'CA',
        ip: '198.51.100.17',
        external_id: 'reader-118',
        created_at: at(1),
      },
      { first_name: 'Nina', email: 'n@reader.example', city: 'Riga', created_at: at(0) },
    )
    const contact = { email: 'new@reader.example', phone: '=1', address: 'Neu 2' }
    for (const id of [maria, nina])
      await changeCustomer(office.context, id, { labels: ['VIP', 'Trade fair'], contact })
    await anonymiseCustomer(office.context, nina)
    const header = customerExportColumns.map((name) =>
      /^(labels|contact_)/.test(name) ? `${name} (local)` : name,
    )
    expect(await exported({})).toBe(
      [
        header.join(),
        `${maria},Maria,Keller,m@reader.example,030 1234567,Am Markt 1,Leipzig,US,04109,CA,198.51.100.17,reader-118,${at(1)},,"VIP, Trade fair",new@reader.example,'=1,Neu 2`,
        `${nina},,,,,,,,,,,,${at(0)},,,,,`,
        '',
      ].join('\r\n'),
    )
    // Masked values are tested with support: every role that may export today sees them unmasked.
    const support = await office.insertPerson(office.context.shop.id, 'support')
    const masked = await exported(
      { q: 'Keller', columns: 'email,phone,address,ip,contact_email,contact_address' },
      { ...office.context, actor: support },
    )
    expect(idsOf(masked)).toEqual(['m•••@reader.example,•••67,•••,•••,n•••@reader.example,•••'])
  })

  it.each([
    {},
    { sort: 'name' },
    { sort: '-country' },
    { sort: 'email' },
    { country: 'DE' },
    { paid: 'true' },
    { label: 'VIP', sort: 'name' },
    { created_from: '2026-01-01', created_to: '2026-01-01' },
    { q: 'keller' },
    { q: 'keller', sort: 'created_at' },
    { q: 'kelelr' },
    { q: 'kelelr', sort: '-name' },
    { q: '%' },
  ])('has the rows of the list in its order: %o', async (query) => {
    const ids = await here.insert(
        { first_name: 'Keller', last_name: 'Zoe', country: 'DE', created_at: at(3), email: 'z@reader.example' },
        { first_name: 'Anna', last_name: 'Keller', country: 'DE', created_at: at(1) },
        { first_name: 'Anna', last_name: 'Keller', created_at: at(2), email: 'a@reader.example' },
        { city: 'Kellerberg', country: 'AT', created_at: '2025-01-01T00:00:00Z' },
        { first_name: '%', last_name: 'Off', created_at: at(9) },
        { first_name: 'Joined', last_name: 'Keller', created_at: at(5), country: 'DE' },
      ) // prettier-ignore
    const [zoe = '', anna = '', , , , other = ''] = ids
    await changeCustomer(office.context, zoe, { labels: ['VIP'] })
    await here.notify({ customer: { email: 'a@reader.example' } })
    await mergeCustomer(office.context, anna, other)
    const { items } = await listCustomers(office.context, customerListQuery.parse(query))
    expect(items.length).toBeGreaterThan(0)
    const exportedIds = idsOf(await exported({ ...query, columns: 'id' }))
    expect(exportedIds).toEqual(items.map(({ id }) => id))
    expect(exportedIds).not.toContain(other)
  })

  describe('of thousands', () => {
    const insertMany = (count: number) =>
      here.insert(
        ...Array.from({ length: count }, (_, number) => ({
          last_name: `Name ${String(number).padStart(5, '0')}`,
          created_at: at(number),
        })),
      )

    it('has each customer once, even if some change, and counts them', async () => {
      const ids = await insertMany(2500)
      const lines = exporting({ sort: 'name', columns: 'id' })
      let text = ''
      for (let pieces = 0; pieces < 2; pieces++) text += (await lines.next()).value
      expect(await noted('customers.export_started')).toMatchObject([
        { actorId: office.context.actor.userId, subject: null, detail: { columns: ['id'] } },
      ])
      const { engine, context } = office
      const rename = (id = '', lastName = '') =>
        engine.db
          .update(customers)
          .set({ lastName })
          .where(and(eq(customers.shopId, context.shop.id), eq(customers.id, id)))
      await rename(ids[2400], 'A')
      await rename(ids[3], 'Z')
      for await (const piece of lines) text += piece
      expect(idsOf(text).toSorted()).toEqual(ids)
      expect(idsOf(text).at(-1)).toBe(ids[2400])
      expect((await noted()).map(({ detail }) => detail)).toEqual([
        { columns: ['id'], rows: 2500, complete: true },
      ])
    })

    it('has all matches of a search, of which a list shows the best', async () => {
      const ids = await insertMany(1300)
      const { items, best } = await listCustomers(
        office.context,
        customerListQuery.parse({ q: 'name', limit: 200 }),
      )
      expect(best).toBe(1000)
      const found = idsOf(await exported({ q: 'name', columns: 'id' }))
      expect(found.slice(0, 200)).toEqual(items.map(({ id }) => id))
      expect(found.toSorted()).toEqual(ids)
    })

    it('notes that it was broken off', async () => {
      await insertMany(2500)
      const lines = exporting({ columns: 'email,id', q: 'name', sort: 'name' })
      await lines.next()
      await lines.next()
      await lines.return()
      expect((await noted()).map(({ detail }) => detail)).toEqual([
        { columns: ['email', 'id'], rows: 2500, complete: false },
      ])
    })
  })
})
