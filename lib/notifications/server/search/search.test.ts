import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Role } from '../../../core/permissions'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import type { NotificationListQuery, NotificationPage } from '../../schema'
import { listNotifications } from '../reading/list'
import { searchEarlierNotifications } from '../earlier'
import { notifications } from '../tables'

onEachEngine('a search for notifications by somebody', (kind) => {
  const office = testOffice(kind)
  beforeAll(async () => {
    const here = customersOf(office)
    await here.notify({
        uid: 'uid-1',
        amount: 6490,
        description: 'Two tickets',
        tracking_id: 'ticket-1',
        customer: { email: 'Maria.Keller@mail.example', ip: '192.0.2.7' },
        billing_address: { first_name: 'Maria', last_name: 'Keller', phone: '+49 (0)151 2345678', address: 'Gartenweg 12', zip: '80331' },
        credit_card: { brand: 'visa', last_4: '0000', holder: 'MARIA KELLER' },
        payment: { auth_code: 'A7B9C1', rrn: '992200118833', ref_id: 'ref-5510' },
      }) // prettier-ignore
    await here.notify({
      uid: 'uid-2',
      amount: 6500,
      description: 'One ticket',
      billing_address: { first_name: 'Jonas', last_name: 'Brandt' },
      credit_card: { brand: 'visa', last_4: '1111' },
    })
    await here.notify({ uid: 'uid-3', amount: 65, currency: 'JPY', description: 'Postcard' })
    await here.notify({ uid: 'uid-4', amount: 650_000, description: 'Piano' })
    await here.notify({
      uid: 'uid-5',
      amount: 100,
      description: 'Lamp for Otto.Blum@post.example, tel. 030 998877',
      tracking_id: 'otto.blum@post.example',
    })
    await here.notify({
      uid: 'uid-6',
      amount: 200,
      additional_data: {
        contact: 'vera.lang@sea.example',
        note: 'ring +370 612 77788',
        contract: '0198765432',
      },
    })
    // The limits of what is stored and of what is searched fall within the addresses.
    await here.notify({
      uid: 'uid-long',
      amount: 200,
      description: `${'word '.repeat(198)}jane.doe@mail.example`,
      additional_data: { note: `${'word '.repeat(38)}kate.moss@mail.example` },
    })
  })

  const find = (q: string, role: Role = 'support', more: Partial<NotificationListQuery> = {}) => {
    const { actor } = office.context
    const context = { ...office.context, actor: { ...actor, role } }
    return listNotifications(context, { sort: 'received_at', limit: 50, q, ...more })
  }
  const uids = ({ items }: NotificationPage) => items.map(({ uid }) => uid)

  it.each([
    ['maria.keller@mail.example', 'email'],
    ['MARIA.KELLER@mail.example', 'email'],
    ['Keller', 'name'],
    ['maria', 'name'],
    ['+49 151 2345678', 'phone'],
    ['0151/2345678', 'phone'],
  ])('masked for somebody, %s is found by whole words, with the reason (%s)', async (q, by) => {
    const page = await find(q)
    expect(uids(page)).toEqual(['uid-1'])
    expect(page).toMatchObject({ alike: false, whole_words_only: true })
    expect(page.items[0]).toMatchObject({ email: 'M•••@mail.example', reasons: [{ by }] })
    expect(page.items[0]).not.toHaveProperty('found')
    expect(JSON.stringify({ ...page.items[0], reasons: [] })).not.toMatch(/maria|keller|gartenweg|2345678/i)
  })

  it.each(['maria.keller', 'keller@mail.example', 'mail.example', 'kel', 'elle', '2345', '80331', 'gartenweg', '192.0.2.7'])(
      'masked for somebody, a part or a field that is not searched is not found: %s',
      async (q) => expect(uids(await find(q))).toEqual([]),
    ) // prettier-ignore

  it.each(['jane.doe', 'jane.doe@mail', 'kate.moss'])(
    'masked for somebody, an address that is cut off is not found by its beginning: %s',
    async (q) => expect(uids(await find(q))).toEqual([]),
  )

  it('masked for somebody, a text that is cut has no beginning of an address', async () => {
    const { items } = await find('uid-long')
    expect(items).toMatchObject([{ description: 'word '.repeat(198) }])
  })

  it.each(['Kellr', 'Keler', 'Kehler', 'Kellre', 'marja keller'])(
      'finds a similar name, and says that it is only similar: %s',
      async (q) => {
        const page = await find(q)
        expect(uids(page)).toEqual(['uid-1'])
        expect(page.alike).toBe(true)
        const reason = { by: 'similar_name', word: q.split(' ')[0]?.toLowerCase() }
        expect(page.items[0]?.reasons).toContainEqual(reason)
        const unmasked = await find(q, 'manager')
        expect(uids(unmasked)).toEqual(['uid-1'])
        expect(unmasked.items[0]?.reasons).toContainEqual({ ...reason, name: 'Maria Keller' })
      },
    ) // prettier-ignore

  it('says where it found a word, also in a body that begins with a byte order mark', async () => {
    const begin = (body: ReturnType<typeof sql>) =>
      office.engine.db.execute(sql`UPDATE notifications SET body = ${body} WHERE uid = 'uid-1'`)
    const found = async () => (await find('gartenweg', 'manager')).items[0]?.found
    const before = await found()
    expect(before).toBeDefined()
    await begin(sql`'\\xefbbbf'::bytea || body`)
    expect(await found()).toEqual(before)
    await begin(sql`substring(body FROM 4)`)
  })

  it('finds by what a caller says: a similar name, the end of a card, about an amount', async () => {
    const page = await find('Kellr 0000 65')
    expect(uids(page)).toEqual(['uid-1'])
    expect(page.items[0]?.reasons).toEqual([
      { by: 'card', word: '0000' },
      { by: 'near_amount', word: '65' },
      { by: 'similar_name', word: 'kellr' },
    ])
  })

  it.each(['Keller, Maria', '"Keller"', '<maria.keller@mail.example>', 'Keller ••••0000', '*0000 Keller', 'Keller 65 euros', 'keller ~65 Euro', 'Kellr, 0000, 64.90 euros'])(
      'ignores words around names and amounts, and reads names of currencies: %s',
      async (q) => expect(uids(await find(q))).toEqual(['uid-1']),
    ) // prettier-ignore

  it.each(['Kellr or so, card ends 0000, about 65 euros', 'Kellr or so, card ends 0000, about 65 euros, yesterday', 'Keller, ending in 0000', 'card ending ••••0000 Keller', 'Keller around 65', 'Keller approx. €65'])(
      'ignores words beside a name, an amount or a card: %s',
      async (q) => expect(uids(await find(q))).toEqual(['uid-1']),
    ) // prettier-ignore

  it.each(['••••0000', '•••• 0000', 'Visa •••• 0000', '*0000', 'card ends 0000', 'ends in 0000, ticket'])(
    'takes the end of a card for no other digits: %s',
    async (q) => expect(uids(await find(q))).toEqual(['uid-1']),
  )
  it('takes a year after “ends” for any digits', async () => {
    expect(uids(await find('ends 0000')).length).toBeGreaterThan(1)
  })

  it('searches for such words when they stand alone', async () => {
    for (const q of ['about', 'or so', 'yesterday', 'card ends', 'around tickets'])
      expect(uids(await find(q))).toEqual([])
  })

  it('takes the name of a currency for no other', async () => {
    expect(uids(await find('65 yen'))).toEqual(['uid-3'])
    expect(uids(await find('65 dollars'))).toEqual([])
  })

  it('finds exact and near amounts as they are typed, and says which', async () => {
    const reasons = async (q: string) =>
      (await find(q)).items.map(({ uid, reasons: [first] = [] }) => [uid, first?.by])
    expect(await reasons('64.90')).toEqual([['uid-1', 'amount']])
    expect(await reasons('64,90')).toEqual([['uid-1', 'amount']])
    expect(await reasons('€64.90')).toEqual([['uid-1', 'amount']])
    expect(await reasons('64,90 €')).toEqual([['uid-1', 'amount']])
    expect(await reasons('65')).toEqual([
      ['uid-1', 'near_amount'],
      ['uid-2', 'amount'],
      ['uid-3', 'amount'],
    ])
    expect(await reasons('65.00')).toEqual([['uid-2', 'amount']])
    expect(await reasons('6.500,00')).toEqual([['uid-4', 'amount']])
    expect(await reasons('6,500')).toEqual([['uid-4', 'amount']])
  })

  it.each(['uid-1', 'A7B9C1', '992200118833', 'ref-5510', 'ticket-1'])(
    'finds a transaction by its reference %s',
    async (q) => expect(uids(await find(q))).toEqual(['uid-1']),
  )

  it.each(['otto', 'blum', 'post.example', 'tto.blum@post.example', '9988', '998877'])(
    'does not find parts of masked contacts in a description: %s',
    async (q) => {
      expect(uids(await find(q))).toEqual([])
      expect(uids(await find(q, 'manager'))).toEqual(['uid-5'])
    },
  )

  it.each(['otto.blum@post.example', 'lamp', 'lamp otto.blum@post.example', '030 998877'])(
    'finds by a whole contact in the description, and by the words beside it: %s',
    async (q) => {
      expect(uids(await find(q))).toEqual(['uid-5'])
      expect(uids(await find(q, 'manager'))).toEqual(['uid-5'])
    },
  )

  it.each(['vera', 'lang@sea', 'sea.example', '77788', '612 777'])(
    'does not find parts of masked contacts in the shop’s own fields: %s',
    async (q) => {
      expect(uids(await find(q))).toEqual([])
      expect(uids(await find(q, 'manager'))).toEqual(['uid-6'])
    },
  )

  it.each(['vera.lang@sea.example', '+370 612 77788', 'ring', '0198765432'])(
    'finds by the shop’s own fields, and masks contacts in them: %s',
    async (q) => {
      const page = await find(q)
      expect(uids(page)).toEqual(['uid-6'])
      expect(JSON.stringify({ ...page.items[0], reasons: [] })).not.toMatch(/vera|77788/)
    },
  )

  it('finds parts of personal data for people who may see it, and shows where', async () => {
    const page = await find('gartenw', 'manager')
    expect(uids(page)).toEqual(['uid-1'])
    expect(page).toMatchObject({ whole_words_only: false })
    expect(page.items[0]?.found).toMatchObject({ text: 'Gartenweg 12' })
  })

  it('finds one by a whole e-mail address, and all by parts of one', async () => {
    const whole = await find('vera.lang@sea.example', 'owner')
    expect(uids(whole)).toEqual(['uid-6'])
    const here = customersOf(office)
    const reported = { uid: 'uid-7', amount: 300, customer: { email: 'de.vera.lang@sea.example' } }
    await here.notify(reported)
    expect(uids(await find('vera.lang@sea.example', 'owner'))).toEqual(['uid-6'])
    expect(uids(await find('vera.lang@sea', 'owner'))).toEqual(['uid-6', 'uid-7'])
    await office.engine.db.delete(notifications).where(office.whereShop(notifications, sql`uid = 'uid-7'`))
  })

  it('finds notifications of an earlier release after their terms are built', async () => {
    await office.engine.db
      .update(notifications)
      .set({ searchTerms: null, search: sql`search || ' otto.blum@post.example'` })
      .where(office.whereShop(notifications))
    expect(uids(await find('keller'))).toEqual([])
    expect(uids(await find('blum'))).not.toEqual([])
    await searchEarlierNotifications(office.engine)
    expect(uids(await find('keller'))).toEqual(['uid-1'])
    expect(uids(await find('blum'))).toEqual([])
  })
})
