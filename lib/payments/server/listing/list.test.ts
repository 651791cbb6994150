import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActorContext } from '../../../core/server/context'
import { onEachEngine } from '../../../db/testing-engines'
import { processMany } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { statisticsQuery } from '../../../overview/schema'
import { statisticsOf } from '../../../overview/server/statistics'
import { openTestOffice, type TestOffice } from '../../../testing/office'
import { otherShopMark } from '../../../testing/shops/other-shop'
import { paymentExportQuery } from '../../export'
import { paymentListQuery, type PaymentItem } from '../../list'
import { exportPayments } from './export'
import { fillPayments } from '../ledger/earlier'
import { listPayments } from './list'
import { filledPayments, payments } from '../tables'
import { makeHistories } from '../ledger/testing-histories'
import type { Truth } from '../ledger/testing-truth'

onEachEngine('the list of payments of histories whose truth is known', (kind) => {
  let office: TestOffice
  let truths: Truth[]
  let support: ActorContext

  beforeAll(async () => {
    office = await openTestOffice(kind)
    const { context, engine } = office
    support = { ...context, actor: await office.insertPerson(context.shop.id, 'support') }
    const made = makeHistories(context.shop.id, { seed: 21, count: 120 })
    truths = made.truths
    await engine.db.insert(notifications).values(made.rows)
    const ids = made.rows.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += 50) await processMany(context, ids.slice(at, at + 50))
  }, 180_000)
  afterAll(() => office.dispose())

  const page = (query: Record<string, unknown> = {}, context = office.context) =>
    listPayments(context, paymentListQuery.parse(query))
  const all = async (query: Record<string, unknown> = {}) => {
    const items: PaymentItem[] = []
    for (let cursor: string | undefined; ;) {
      const { items: some, next_cursor: next } = await page({ limit: 25, ...query, cursor })
      items.push(...some)
      if (next === null) return items
      cursor = next
    }
  }
  const uidsOf = (items: readonly { uid: string }[]) => items.map(({ uid }) => uid).toSorted()

  it('has each payment once, newest first', async () => {
    const items = await all()
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const shown = items.map((item) => ({
      uid: item.uid,
      state: item.state,
      type: item.type,
      currency: item.currency,
      test: item.test,
      at: new Date(item.at),
      tried: item.tried,
      held: item.held,
      paid: item.paid,
      refunded: item.refunded,
      chargedBack: item.charged_back,
      brand: item.card_brand,
      country: item.card_country,
      last4: item.card_last_4,
      trackingId: item.tracking_id,
      email: item.email,
    }))
    const expected = truths.map(
      ({ rrn: _rrn, name: _name, phone: _phone, counts: _counts, ...truth }) => truth,
    )
    const inOrder = (rows: { uid: string }[]) => rows.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
    expect(inOrder(shown)).toEqual(inOrder(expected))
    expect(await page()).toMatchObject({ total: truths.length, total_exact: true, alike: false })
  })

  it('pages back to where it came from, in either order', async () => {
    for (const sort of ['at', '-amount', 'amount']) {
      const items = await all({ sort })
      expect(uidsOf(items)).toEqual(uidsOf(truths))
      const first = await page({ sort, limit: 40 })
      const second = await page({ sort, limit: 40, cursor: first.next_cursor })
      const back = await page({ sort, limit: 40, cursor: second.prev_cursor })
      expect(back.items.map(({ uid }) => uid)).toEqual(first.items.map(({ uid }) => uid))
    }
  })

  it('sorts payments of one currency by amount', async () => {
    const items = await all({ sort: '-amount', currency: 'EUR' })
    expect(uidsOf(items)).toEqual(uidsOf(truths.filter(({ currency }) => currency === 'EUR')))
    const amounts = items.map(({ amount }) => amount ?? 0)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  })

  const filters: [query: Record<string, unknown>, is: (truth: Truth) => boolean][] = [
    [{ state: 'refunded,partly_refunded' }, ({ state }) => /refunded/.test(state)],
    [{ type: 'authorization' }, ({ type }) => type === 'authorization'],
    [{ brand: 'visa' }, ({ brand }) => brand === 'visa'],
    [{ country: 'PL,FR' }, ({ country }) => country !== 'DE'],
    [{ currency: 'EUR,USD' }, ({ currency }) => ['EUR', 'USD'].includes(currency)],
    [{ test: 'true' }, ({ test }) => test],
    [{ test: 'false' }, ({ test }) => !test],
    [{ received: 'true' }, ({ paid }) => paid > 0],
    [{ received: 'false' }, ({ paid }) => paid === 0],
    [{ returned: 'true' }, ({ refunded, chargedBack }) => refunded + chargedBack > 0],
    [{ returned: 'false' }, ({ refunded, chargedBack }) => refunded + chargedBack === 0],
    [{ unlinked: 'true' }, () => true],
    [{ unlinked: 'false' }, () => false],
    [{ differs: 'true' }, () => false],
    [{ attention: 'true', evidence: 'credentials' }, () => false],
    [{ evidence: 'signature' }, () => true],
    [
      { amount_from: '200000', amount_to: '600000' },
      ({ paid, tried }) => (paid || Number(tried)) >= 200_000 && (paid || Number(tried)) <= 600_000,
    ],
    [
      { amount_to: '300000', currency: 'EUR' },
      ({ paid, tried, currency }) => currency === 'EUR' && (paid || Number(tried)) <= 300_000,
    ],
    [
      { day_from: '2026-03-29', day_to: '2026-04-30', zone: 'Europe/Berlin' },
      ({ at }) => at >= new Date('2026-03-28T23:00:00Z') && at < new Date('2026-04-30T22:00:00Z'),
    ],
  ]
  it.each(filters)('has with %j those, and no others', async (query, is) => {
    expect(uidsOf(await all(query))).toEqual(uidsOf(truths.filter(is)))
  })

  it('finds a payment by anything that a customer may know', async () => {
    for (const truth of truths.slice(0, 12)) {
      const { uid, rrn, trackingId, email, name, phone, last4 } = truth
      for (const q of [uid, rrn, trackingId, email, name, phone, `${name} ${last4}`]) {
        const { items, alike } = await page({ q })
        expect([q, uidsOf(items).includes(uid), alike]).toEqual([q, true, false])
      }
    }
    expect((await page({ q: 'nobody-told-this' })).items).toEqual([])
  })

  it('finds a misspelt name with the card and an approximate amount, and says why', async () => {
    const truth = truths.find(
      ({ name, currency, paid }) => name.startsWith('Nakamura') && currency !== 'JPY' && paid,
    )
    if (!truth) throw new Error('no such history')
    const misspelt = truth.name.replace('Nakamura', 'Nakamurra')
    const { items, alike } = await page({ q: `${misspelt} ${truth.last4}` })
    expect(items.map(({ uid }) => uid)).toContain(truth.uid)
    expect(alike).toBe(true)
    expect(items.find(({ uid }) => uid === truth.uid)?.match?.reasons).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: 'card' }),
        expect.objectContaining({ by: 'similar_name' }),
      ]),
    )
  })

  it('finds an amount as people type it', async () => {
    const truth = truths.find(({ currency, paid, refunded }) => currency === 'EUR' && paid && !refunded)
    if (!truth) throw new Error('no such history')
    const [whole, cents] = [Math.floor(truth.paid / 100), String(truth.paid % 100).padStart(2, '0')]
    for (const q of [`${whole}.${cents}`, `${whole},${cents}`, `€${whole}.${cents}`])
      expect(uidsOf((await page({ q })).items)).toContain(truth.uid)
  })

  it('searches within its filters', async () => {
    const { items } = await page({ q: 'maria', state: 'disputed', limit: 200 })
    expect(uidsOf(items)).toEqual(uidsOf(truths.filter(({ state }) => state === 'disputed')))
  })

  it('shows support masked payers, and does not search parts of them', async () => {
    const [truth] = truths as [Truth]
    const { items } = await page({ q: truth.uid }, support)
    expect(items[0]?.email).toMatch(/^p•••@mail21\.example$/)
    expect(JSON.stringify(items)).not.toContain(truth.email)
    expect((await page({ q: truth.email }, support)).items).toHaveLength(1)
    // A reference is as long as a telephone number.
    const byReference = await page({ q: truth.rrn }, support)
    expect(byReference.items[0]?.match?.found).toMatchObject({ text: truth.rrn })
    expect(await page({ q: truth.email.slice(0, 7) }, support)).toMatchObject({
      whole_words_only: true,
      items: [],
    })
  })

  it('has nothing of another shop', async () => {
    expect((await page({ q: otherShopMark })).items).toEqual([])
    expect(JSON.stringify(await all())).not.toContain(otherShopMark)
  })

  it('adds up with the overview and the export, in every currency', async () => {
    const range = { day_from: '2026-02-10', day_to: '2026-08-20', zone: 'America/New_York' }
    const [from, until] = [new Date('2026-02-10T05:00:00Z'), new Date('2026-08-21T04:00:00Z')]
    for (const currency of new Set(truths.map((truth) => truth.currency))) {
      const { now } = await statisticsOf(
        office.context,
        statisticsQuery.parse({
          period: 'custom',
          from: range.day_from,
          to: range.day_to,
          zone: range.zone,
          currency,
        }),
      )
      const figures = { paid: now.paid, refunded: now.refunded, charged_back: now.charged_back } as const
      for (const [counted, figure] of Object.entries(figures)) {
        const counts = truths
          .filter((truth) => truth.currency === currency)
          .flatMap(({ uid, counts: some }) => some.map((one) => ({ ...one, uid })))
          .filter(({ as, at }) => as === counted && at >= from && at < until)
        const sum = counts.reduce((total, { amount }) => total + amount, 0)
        expect([currency, counted, figure]).toEqual([currency, counted, sum])
        const query = { ...range, currency, counted }
        const listed = await page({ ...query, limit: 200 })
        expect(listed.counted).toEqual({ amount: String(sum), currency, transactions: counts.length })
        expect(uidsOf(listed.items)).toEqual([...new Set(counts.map(({ uid }) => uid))].toSorted())
      }
    }
  })

  it('pages through counted payments, in past days and today, in both orders', async () => {
    const days = {
      past: { day_from: '2026-01-01', day_to: '2026-10-31' },
      open: { day_from: '2026-01-01', day_to: '2036-12-31' },
    }
    for (const counted of ['paid', 'refunded'] as const) {
      const counts = truths.filter((truth) => truth.counts.some(({ as }) => as === counted))
      for (const range of Object.values(days))
        for (const sort of ['at', '-at', '-amount']) {
          const items = await all({ ...range, counted, sort, limit: 7 })
          expect(items.map(({ uid }) => uid).toSorted()).toEqual(uidsOf(counts))
        }
      for (const range of Object.values(days)) {
        const times = (await all({ ...range, counted, sort: 'at', limit: 7 })).map(({ at }) => at)
        expect(times).toEqual(times.toSorted())
      }
      const some = await all({ ...days.past, counted, currency: 'EUR', returned: 'true' })
      const isSome = ({ currency, refunded, chargedBack }: Truth) =>
        currency === 'EUR' && refunded + chargedBack > 0
      expect(uidsOf(some)).toEqual(uidsOf(counts.filter(isSome)))
    }
  })

  it('is exported as it is shown', async () => {
    const query = { state: 'paid,refunded', sort: '-amount', columns: 'uid,paid,refunded,net,email' }
    let text = ''
    for await (const part of exportPayments(office.context, paymentExportQuery.parse(query))) text += part
    const items = await all({ state: 'paid,refunded', sort: '-amount' })
    const lines = items.map(({ uid, paid, refunded, net, email }) =>
      [uid, paid, refunded, net, email].join(','),
    )
    expect(text.trim().split('\r\n')).toEqual(['uid,paid,refunded,net,email', ...lines])
  })

  it('fills in payments of an earlier release, and can resume', async () => {
    const { db } = office.engine
    const before = await all()
    await db.update(payments).set({ cardBrand: null, cardCountry: null }).where(office.whereShop(payments))
    await db.delete(filledPayments).where(office.whereShop(filledPayments))
    expect(
      await fillPayments(office.engine, office.context.shop.id, { until: Number.POSITIVE_INFINITY }),
    ).toBe(true)
    expect(await all()).toEqual(before)
    const [place] = await db
      .select()
      .from(filledPayments)
      .where(eq(filledPayments.shopId, office.context.shop.id))
    expect(place?.doneAt).toBeInstanceOf(Date)
  })

  it.each([
    { day_from: '2026-02-30' },
    { zone: 'Mars/Olympus' },
    { state: 'lost' },
    { amount_from: '-1' },
    { counted: 'lost' },
    { sort: 'uid' },
    { country: 'Germany' },
  ])('refuses %j', (query) => {
    expect(paymentListQuery.safeParse(query).success).toBe(false)
  })
})
