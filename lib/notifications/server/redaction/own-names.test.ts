import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { shops } from '../../../core/server/tables/shops'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationOf } from '../../../payments/server/testing'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { processNotification } from '../interpreting/process'
import { retainNotifications } from '../retention'
import { notifications } from '../tables'

const signed = { 'content-signature': 'c2lnbmF0dXJl', 'user-agent': 'gateway' }

onEachEngine('a notification without the person that it names', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(() => office.clear(notifications))

  const read = async (id: string) => {
    const whereIt = office.whereShop(notifications, eq(notifications.id, id))
    const [row] = await office.engine.db.select().from(notifications).where(whereIt)
    return row
  }

  it('keeps what identifies its transactions, even if a postcode occurs in it', async () => {
    const [uid, parentUid, token] = ['A-10115-1', 'A-10115-0', 'f10115e']
    const id = await here.notify({
      uid,
      parent_uid: parentUid,
      description: 'To 10115 Berlin',
      billing_address: { zip: '10115' },
      additional_data: { vendor: { name: 'CTP', token } },
    })
    const { engine, shop } = office.context
    await engine.db.update(notifications).set({ headers: signed }).where(office.whereShop(notifications))
    await engine.db.update(shops).set({ personalMonths: 1 }).where(eq(shops.id, shop.id))
    await retainNotifications(engine, shop.id, { now: new Date(Date.now() + 90 * 86_400_000) })
    const row = await read(id)
    expect(row).toMatchObject({ uid, parentUid, paymentToken: token, description: 'To ••• Berlin' })
    expect(JSON.parse(String(row?.body))).toMatchObject({ transaction: { uid, parent_uid: parentUid } })
    expect(row?.headers).toEqual({ 'user-agent': 'gateway' })
  })

  it('has no name in its texts, which only the body knows, also if it comes after', async () => {
    const email = 'marion@x.example'
    const [customer = ''] = await here.insert({ email })
    const said = {
      description: 'Order of Marion Laterson',
      customer: { email },
      billing_address: { first_name: 'Marion', last_name: 'Laterson' },
    }
    const paid = await here.notify({ uid: 'paid', ...said })
    await anonymiseCustomer(office.context, customer)
    const back = await here.notify({ uid: 'back', type: 'refund', parent_uid: 'paid', ...said })
    for (const row of [await read(paid), await read(back)]) {
      expect(row?.description).toBe('Order of •••')
      expect(JSON.stringify({ ...row, body: String(row?.body) })).not.toMatch(/marion|laterson/i)
    }
  })

  it('has no signature, which tells the hash of what it was', async () => {
    const [customer = ''] = await here.insert({ email: 'signed@x.example' })
    const id = await here.notify({ uid: 'signed', customer: { email: 'signed@x.example' } })
    await office.engine.db
      .update(notifications)
      .set({ headers: signed })
      .where(office.whereShop(notifications))
    await anonymiseCustomer(office.context, customer)
    expect((await read(id))?.headers).toEqual({ 'user-agent': 'gateway' })
  })

  it('has none of its texts, if it comes after and names nobody by whom to know them', async () => {
    const [customer = ''] = await here.insert({ email: 'marion@x.example', last_name: 'Laterson' })
    await here.notify({ uid: 'paid', customer: { email: 'marion@x.example' } })
    await anonymiseCustomer(office.context, customer)
    const back = await read(
      await here.notify({
        uid: 'back',
        type: 'refund',
        parent_uid: 'paid',
        description: 'Refund for Marion Laterson',
        message: 'Successfully processed',
        refund: { reason: 'Asked by Marion Laterson', comment: ['Laterson'], gateway: { name: 'Bank' } },
        credit_card: { brand: 'visa' },
      }),
    )
    expect(JSON.stringify({ ...back, body: String(back?.body) })).not.toMatch(/marion|laterson/i)
    expect(back).toMatchObject({ description: '•••', message: 'Successfully processed', parentUid: 'paid' })
    expect(JSON.parse(String(back?.body))).toMatchObject({
      transaction: { refund: { reason: '•••', gateway: { name: 'Bank' } }, credit_card: { brand: 'visa' } },
    })
  })

  it('is known by a repetition, if that alone named the person', async () => {
    const customer = { email: 'paula@x.example', first_name: 'Paula' }
    const [id = ''] = await here.insert({ email: customer.email })
    await here.notify({ uid: 'paid' })
    await here.notify({ uid: 'paid', customer })
    await anonymiseCustomer(office.context, id)
    const later = [
      await here.notify({ uid: 'paid', status: 'failed', customer }),
      await here.notify({ uid: 'back', type: 'refund', parent_uid: 'paid', customer }),
    ]
    for (const one of later) {
      const row = await read(one)
      expect(JSON.stringify({ ...row, body: String(row?.body) })).not.toMatch(/paula/i)
    }
  })

  it.each([
    ['a verification request that is not wrapped', 'verification', { uid: 'asked', amount: 500 }],
    ['a body of an unknown shape', 'notification', { event: 'subscription' }],
  ] as const)('may be %s', async (_what, hook, said) => {
    const customer = { email: 'ulla@x.example', first_name: 'Ulla' }
    const [id = ''] = await here.insert({ email: customer.email })
    await here.notify({ uid: 'asked', customer })
    const body = Buffer.from(JSON.stringify({ ...said, of: [{ customer }] }))
    const store = async () => {
      const row = { ...notificationOf(office.context.shop.id, {}, { isProcessed: false }), body, hook }
      await office.engine.db.insert(notifications).values(row)
      await processNotification(office.context, row.id)
      return row.id
    }
    const before = await store()
    await anonymiseCustomer(office.context, id)
    // Only one that names its transaction is known to be of the same payment.
    const after = hook === 'verification' ? await store() : before
    for (const row of [await read(before), await read(after)]) {
      expect(JSON.stringify({ ...row, body: String(row?.body) })).not.toMatch(/ulla/i)
      expect(row).toMatchObject(hook === 'verification' ? said : { kind: 'unknown' })
    }
  })

  it('keeps words that are also a short name, a gender or a part of a number', async () => {
    const email = 'mary@x.example'
    const [customer = ''] = await here.insert({ email })
    const id = await here.notify({
      uid: 'paid',
      currency: 'TOP',
      tracking_id: 'A101157',
      description: 'Size M, shoes for females, No 10115, for MARY TOP',
      customer: { email },
      billing_address: { first_name: 'M', last_name: 'De', gender: 'female', zip: '10115' },
      credit_card: { holder: 'Mary Top', issuer_country: 'DE' },
    })
    await anonymiseCustomer(office.context, customer)
    const row = await read(id)
    expect(row).toMatchObject({
      currency: 'TOP',
      trackingId: 'A101157',
      description: 'Size M, shoes for females, No •••, for •••',
    })
    expect(JSON.parse(String(row?.body))).toMatchObject({
      transaction: { credit_card: { issuer_country: 'DE' } },
    })
  })

  it.each(['signature', 'unverified'] as const)(
    'may be of a checkout that expires after its customer was anonymised: %s',
    async (authenticity) => {
      const customer = { email: 'nora@x.example', first_name: 'Nora' }
      const [id = ''] = await here.insert({ email: customer.email })
      const token = `unpaid-${authenticity}`
      const checkoutId = await checkoutsOf(office).insert({ customer }, { token, customerId: id })
      await anonymiseCustomer(office.context, id)
      const order = { amount: 900, currency: 'EUR', description: 'Chair for Nora' }
      const ended = { status: 'error', message: 'Token is expired.', expired: true, finished: false }
      const row = await read(await here.notifyWhole({ token, ...ended, customer, order }, authenticity))
      expect(row).toMatchObject({
        kind: 'expired_checkout',
        checkoutId: authenticity === 'signature' ? checkoutId : null,
        description: 'Chair for •••',
        keys: [],
      })
      expect(JSON.stringify({ ...row, body: String(row?.body) })).not.toMatch(/nora/i)
    },
  )
})
