import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { limitedSum } from '@/lib/core/format/money'
import { testEngines } from '@/lib/db/testing'
import { formatMajor, minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { type Days, ofPart, paymentsOf } from '@/lib/overview/payments-of'
import type { Statistics } from '@/lib/overview/schema'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { stopFillingOtherShop } from '@/lib/testing/shops/other-shop'
import type { PaymentItem, PaymentPage } from '../list'
import { paymentReportColumns, type PaymentReport } from '../report'
import type { Truth } from '../server/ledger/testing-truth'
import { type CountedChoice, unknownChoices } from '../state'
import {
  isLarge,
  live,
  sendYears,
  byCurrencyAndDay,
  byUid,
  countsOf,
  period,
  reportOf,
  type Counted,
  type ReportLine,
} from './testing-year'

/**
 * A year of payments whose truth is known, sent to two shops through the notification address: out of order, repeated
 * and partly forged. List, export, report, overview and their files must say the truth, to the cent.
 */
describe.each(testEngines)('a year of payments, on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable || (isLarge && kind === 'embedded'))('sent over HTTP', () => {
    const app = testApplication(kind)
    let years: Map<string, Truth[]>

    beforeAll(async () => {
      browser.person = app.owner.actor
      if (isLarge) await stopFillingOtherShop(app.engine)
      years = await sendYears(app)
    }, 3_600_000)

    describe.each(['sandbox', live])('to %s', (shop) => {
      const truthsHere = () => {
        const truths = years.get(shop)
        if (!truths) throw new Error(`nothing sent to ${shop}`)
        return truths
      }
      const ask = async (path: string, query: Record<string, string>) => {
        const response = await fetch(
          `${app.url}/api/shops/${shop}/${path}?${new URLSearchParams(query).toString()}`,
        )
        expect([path, response.status]).toEqual([path, 200])
        return response
      }
      const read = async <Body>(path: string, query: Record<string, string>) =>
        (await (await ask(path, query)).json()) as Body
      const file = async (path: string, query: Record<string, string>) =>
        parse<Record<string, string>>(await (await ask(path, query)).text(), { columns: true })
      const major = (minor: string | number, currency: string) =>
        formatMajor(BigInt(minor), minorUnitExponent(currency, app.owner.shop.minorUnits))

      it('is listed as it was', async () => {
        const items: PaymentItem[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: PaymentPage = await read('payments', { limit: '200', ...(cursor ? { cursor } : {}) })
          items.push(...page.items)
          cursor = page.next_cursor
        }
        const shown = items.map((item) => ({
          uid: item.uid, state: item.state, type: item.type, currency: item.currency, test: item.test, at: item.at,
          tried: item.tried, held: item.held, paid: item.paid, refunded: item.refunded, charged_back: item.charged_back,
          net: item.net, brand: item.card_brand, last4: item.card_last_4, tracking: item.tracking_id, email: item.email,
        })) // prettier-ignore
        expect(byUid(shown)).toEqual(
          byUid(
            truthsHere().map((truth) => ({
              uid: truth.uid, state: truth.state, type: truth.type, currency: truth.currency, test: truth.test,
              at: truth.at.toISOString(), tried: truth.tried, held: truth.held, paid: truth.paid,
              refunded: truth.refunded, charged_back: truth.chargedBack,
              net: truth.paid - truth.refunded - truth.chargedBack, brand: truth.brand, last4: truth.last4,
              tracking: truth.trackingId, email: truth.email,
            })), // prettier-ignore
          ),
        )
      })

      it('is exported as it was', async () => {
        const lines = await file('payments/export', {
          columns: 'uid,state,currency,paid,refunded,charged_back,net,net_price',
        })
        expect(byUid(lines as { uid: string }[])).toEqual(
          byUid(
            truthsHere().map(({ uid, state, currency, paid, refunded, chargedBack }) => {
              const net = paid - refunded - chargedBack
              const [paidText, refundedText, backText, netText] = [paid, refunded, chargedBack, net].map(
                String,
              )
              return {
                uid, state, currency, paid: paidText, refunded: refundedText, charged_back: backText, net: netText,
                net_price: major(net, currency),
              } // prettier-ignore
            }),
          ),
        )
      })

      const views = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'].flatMap((zone) =>
        ['day', 'week', 'month'].map((by) => [zone, by] as const),
      )
      it.each(views)('is reported as it was, in %s by %s, also as a file', async (zone, by) => {
        const truth = reportOf(truthsHere(), zone, by)
        const query = { ...period, zone, by }
        const { currencies } = await read<PaymentReport>('payments/report', query)
        expect(
          currencies
            .flatMap(({ currency, rows }) => rows.map(({ to: _to, ...row }) => ({ currency, ...row })))
            .toSorted(byCurrencyAndDay),
        ).toEqual(truth)
        // Tests are separate, and not in these sums.
        const columns = paymentReportColumns.filter((column) => column !== 'test').join(',')
        const lines = await file('payments/report/export', { ...query, columns })
        expect(lines.map(({ to: _to, ...line }) => line as ReportLine).toSorted(byCurrencyAndDay)).toEqual(
          truth.map(({ payments, failed, refunds, chargebacks, ...row }) => ({
            ...row,
            first_at: row.first_at ?? '',
            last_at: row.last_at ?? '',
            payments: String(payments),
            failed: String(failed),
            refunds: String(refunds),
            chargebacks: String(chargebacks),
            ...Object.fromEntries(
              (['paid', 'refunded', 'charged_back', 'net'] as const).map((name) => [
                name,
                major(row[name], row.currency),
              ]),
            ),
          })),
        )
      })

      it('is in the overview, whose figures lead to their payments', async () => {
        const zone = 'Europe/Berlin'
        const truths = truthsHere()
        for (const currency of new Set(truths.map((truth) => truth.currency))) {
          const counts = countsOf(truths, zone).filter((one) => one.currency === currency)
          const sumOf = (as: Counted) =>
            counts.filter((one) => one.as === as).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
          const numberOf = (as: Counted) => counts.filter((one) => one.as === as).length
          const { now } = await read<Statistics>('statistics', {
            period: 'custom',
            ...period,
            zone,
            currency,
          })
          expect(now).toMatchObject({
            paid: limitedSum(sumOf('paid')), payments: numberOf('paid'), failed: numberOf('failed'),
            refunded: limitedSum(sumOf('refunded')), refunds: numberOf('refunded'),
            charged_back: limitedSum(sumOf('charged_back')), chargebacks: numberOf('charged_back'),
            net: limitedSum(sumOf('paid') - sumOf('refunded') - sumOf('charged_back')),
          }) // prettier-ignore
          for (const counted of ['paid', 'refunded', 'charged_back'] as const) {
            const query = { day_from: period.from, day_to: period.to, zone, currency, counted, limit: '1' }
            const listed = await read<PaymentPage>('payments', query)
            expect(listed.counted).toEqual({
              amount: String(sumOf(counted)),
              currency,
              transactions: numberOf(counted),
            })
          }
        }
      }, 300_000)

      it('is in the parts and the chart of the overview, which lead to their payments', async () => {
        const zone = 'Europe/Berlin'
        const all = countsOf(truthsHere(), zone)
        for (const currency of new Set(all.map((one) => one.currency))) {
          const counts = all.filter((one) => one.currency === currency)
          const shown = await read<Statistics>('statistics', { period: 'custom', ...period, zone, currency })
          const expectListed = async (
            days: Days,
            as: CountedChoice,
            of: typeof counts,
            part: object = {},
          ) => {
            const query = { ...paymentsOf(days, as), currency, ...part, limit: '1' }
            const amount = String(of.reduce((sum, one) => sum + BigInt(one.amount), 0n))
            const { counted } = await read<PaymentPage>('payments', query)
            expect([query, counted]).toEqual([query, { amount, currency, transactions: of.length }])
          }
          const [paid, failed] = (['paid', 'failed'] as const).map((as) =>
            counts.filter((one) => one.as === as),
          )
          if (!paid || !failed) throw new Error('no counts')
          const rate = { ...paymentsOf(shown, 'paid_or_failed'), currency, limit: '1' }
          expect((await read<PaymentPage>('payments', rate)).counted).toBeNull()

          const parts = { brand: shown.brands, country: shown.countries, reason: shown.reasons }
          for (const name of unknownChoices) {
            const { items, total } = parts[name]
            const [as, of] = name === 'reason' ? (['failed', failed] as const) : (['paid', paid] as const)
            const figure = as === 'failed' ? 'failed' : 'payments'
            expect(items.reduce((sum, item) => sum + item[figure], 0)).toBe(total[figure])
            expect(total[figure]).toBe(of.length)
            for (const item of items) {
              const ofItem = of.filter((one) => one[name] === item.value)
              expect([name, item.value, item[figure]]).toEqual([name, item.value, ofItem.length])
              await expectListed(shown, as, ofItem, ofPart(name, item.value))
            }
          }

          for (const [place, { at, payments }] of shown.series.entries()) {
            if (payments === 0) continue
            const until = shown.series[place + 1]?.at ?? shown.until
            const inPart = paid.filter((one) => one.at >= new Date(at) && one.at < new Date(until))
            expect([at, payments]).toEqual([at, inPart.length])
            await expectListed({ ...shown, from: at, until }, 'paid', inPart)
          }
        }
      }, 300_000)
    })
  })
})
