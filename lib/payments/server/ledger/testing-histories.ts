import 'server-only'
import { notificationOf } from '../testing'
import type { Truth } from './testing-truth'
import { randomNumbers } from '../../../../scripts/lib/random-numbers.mjs'

type Row = ReturnType<typeof notificationOf>

const manyCurrencies = (
  'EUR USD GBP JPY KWD BHD CHF SEK NOK DKK PLN CZK HUF RON BGN TRY UAH KZT GEL AMD ' +
  'AZN BYN MDL RSD ISK INR CNY KRW THB VND IDR MYR PHP SGD AUD NZD CAD BRL MXN CLP'
).split(' ')

const names = ['Keller', 'Nakamura', 'Okonkwo', 'Łukasiewicz', 'Østergaard', 'Fernández', 'Petrova', 'Quinn']
const kinds = [
  'declined',
  'waiting',
  'paid',
  'paid',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'authorized',
  'captured',
  'voided',
  'captured_refunded',
  'captured_released',
  'charge',
  'payout',
] as const
/** What gateways should not send. */
const oddKinds = [
  'refunded_more',
  'refunded_elsewhere',
  'most',
  'captured_beyond',
  'beyond',
  'nothing',
  'returned_whole',
  'returned_unreadable',
] as const
const most = Number.MAX_SAFE_INTEGER
const oddAmounts: Partial<Record<string, number>> = { most, beyond: most + 1, nothing: 0 }
const reasons = ['Insufficient funds', 'Declined, ask your bank', '']

type Options = {
  seed: number
  count: number
  start?: string
  days?: number
  currencies?: readonly string[]
  /** In a live shop test cards count in no sum. */
  isLive?: boolean
  /**
   * With refunds in another currency, larger than their payment and without a readable amount, and amounts of 0, of and
   * beyond 2^53.
   */
  hasOdd?: boolean
}

/**
 * For tests: payments with known results, and their notifications: out of order, repeated with equal and changed
 * bodies, corrected later, and with forged copies without evidence.
 */
export function makeHistories(
  shopId: string,
  {
    seed,
    count,
    start = '2026-01-01T00:00:00Z',
    days = 300,
    currencies = manyCurrencies,
    isLive = true,
    hasOdd = false,
  }: Options,
): { rows: Row[]; truths: Truth[] } {
  const random = randomNumbers(seed)
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const rows: { row: Row; place: number }[] = []
  const truths: Truth[] = []

  for (let n = 0; n < count; n++) {
    const kind = one(hasOdd ? [...kinds, ...oddKinds] : kinds)
    const uid = `pay-${seed}-${String(n).padStart(5, '0')}`
    // Several in one currency, so that sums are beyond 2^53 too.
    const currency = kind === 'most' || kind === 'captured_beyond' ? 'EUR' : one(currencies)
    const usual = 100 + Math.floor(random() * 1e6)
    const amount = oddAmounts[kind] ?? usual
    const begins = Date.parse(start) + Math.floor(random() * days * 86_400_000)
    const at = (minutes: number) => new Date(begins + minutes * 60_000)
    const name = one(names)
    const truth: Truth = {
      uid,
      state: 'paid',
      type: 'payment',
      currency,
      test: random() < 0.1,
      at: at(0),
      tried: kind === 'beyond' ? null : amount,
      held: 0,
      paid: 0,
      refunded: 0,
      chargedBack: 0,
      brand: one(['visa', 'master', 'amex']),
      country: one(['DE', 'PL', 'FR']),
      last4: String(Math.floor(random() * 10_000)).padStart(4, '0'),
      rrn: `8${String(seed).padStart(4, '0')}${String(n).padStart(7, '0')}`,
      trackingId: `ORD-${seed}-${n}`,
      email: `payer${n}@mail${seed}.example`,
      name: `${name}${String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}`,
      phone: `+4930${String(1_000_000 + n)}`,
      counts: [],
    }
    truths.push(truth)
    const common = {
      currency,
      test: truth.test,
      description: `Order ${n}`,
      tracking_id: truth.trackingId,
      customer: { email: truth.email },
      billing_address: { first_name: 'Maria', last_name: truth.name, phone: truth.phone },
      credit_card: {
        brand: truth.brand,
        last_4: truth.last4,
        issuer_country: truth.country,
        holder: `MARIA ${truth.name.toUpperCase()}`,
      },
    }
    const post = (transaction: Record<string, unknown>, more: Parameters<typeof notificationOf>[2] = {}) => {
      const receivedAt = new Date(begins + 30 * 86_400_000)
      rows.push({
        row: notificationOf(shopId, transaction, { isProcessed: false, receivedAt, ...more }),
        place: random(),
      })
    }
    /** Posts notifications of one transaction in correct and faulty ways. */
    const tell = (
      transaction: { uid: string; type: string; status: string; amount: number } & Record<string, unknown>,
      minutes: number,
    ) => {
      const times = { created_at: at(minutes).toISOString(), updated_at: at(minutes + 1).toISOString() }
      const said = { ...common, ...transaction, ...times }
      post(said)
      if (random() < 0.3) post({ ...said, told: 'again' })
      if (random() < 0.3)
        post({
          ...said,
          status: 'incomplete',
          updated_at: at(minutes).toISOString(),
          amount: transaction.amount + 7,
        })
      if (random() < 0.2)
        post(
          { ...said, status: 'successful', amount: 1, updated_at: at(minutes + 500).toISOString() },
          { authenticity: 'unverified', signature: 'failed', credentials: 'failed' },
        )
    }
    const child = (type: string, suffix: string, part: number, minutes: number, more: object = {}) =>
      tell(
        { uid: `${uid}${suffix}`, type, status: 'successful', amount: part, parent_uid: uid, ...more },
        minutes,
      )
    const adds = (as: Truth['counts'][number]['as'], part: number, minutes: number, more: object = {}) => {
      const { brand, country } = truth
      const usualCount = { as, amount: part, at: at(minutes), currency, brand, country, reason: '' }
      if (!truth.test || !isLive) truth.counts.push({ ...usualCount, ...more })
    }
    const begin = (type: string, status: string, more: object = {}) => {
      truth.type = type
      tell({ uid, type, status, amount, [type]: { rrn: truth.rrn, auth_code: `A${n}` }, ...more }, 0)
    }
    const part = 1 + Math.floor(random() * (usual - 1))
    const reason = reasons[n % reasons.length] ?? ''
    const hasCard = n % 2 === 0
    switch (kind) {
      case 'declined':
        begin(hasCard ? 'payment' : 'authorization', 'failed', { message: reason })
        adds('failed', amount, 0, { reason })
        truth.state = 'declined'
        break
      case 'waiting':
        begin('payment', 'incomplete')
        truth.state = 'waiting'
        break
      case 'payout':
        begin('payout', 'successful')
        truth.state = 'paid_out'
        break
      case 'authorized':
        begin('authorization', 'successful')
        truth.held = amount
        truth.state = 'authorized'
        break
      case 'voided':
        begin('authorization', 'successful')
        child('void', '-v', amount, 60)
        truth.held = amount
        truth.state = 'voided'
        break
      case 'captured':
      case 'captured_refunded':
      case 'captured_released':
        begin('authorization', 'successful')
        // Without its own card it counts under that of the authorization.
        child('capture', '-c', part, 120, hasCard ? {} : { credit_card: undefined })
        adds('paid', part, 120)
        truth.held = kind === 'captured_released' ? part : amount
        truth.paid = part
        if (kind === 'captured_released') child('void', '-v', amount - part, 180)
        if (kind !== 'captured_refunded') break
        child('refund', '-r', part, 3000)
        adds('refunded', part, 3000)
        truth.refunded = part
        truth.state = 'refunded'
        break
      case 'beyond':
        begin('payment', 'successful')
        break
      case 'captured_beyond':
        begin('authorization', 'successful')
        child('capture', '-c', most, 120)
        child('capture', '-d', most, 180)
        adds('paid', most, 120)
        truth.held = amount
        truth.paid = most
        break
      case 'refunded_elsewhere': {
        const other = currency === 'USD' ? 'EUR' : 'USD'
        begin('payment', 'successful')
        child('refund', '-r', part, 4000, { currency: other })
        adds('paid', amount, 0)
        adds('refunded', part, 4000, { currency: other })
        truth.paid = amount
        truth.state = 'partly_refunded'
        break
      }
      case 'returned_whole':
      case 'returned_unreadable': {
        const isWhole = kind === 'returned_whole'
        begin('payment', 'successful')
        adds('paid', amount, 0)
        child('refund', '-r', part, 4000)
        adds('refunded', part, 4000)
        child('void', '-v', 0, 5000, { amount: isWhole ? undefined : 'all' })
        if (isWhole) adds('refunded', amount - part, 5000)
        truth.paid = amount
        truth.refunded = isWhole ? amount : part
        truth.state = isWhole ? 'refunded' : 'partly_refunded'
        break
      }
      case 'refunded_more':
        begin('payment', 'successful')
        child('refund', '-r', amount + part, 4000)
        adds('paid', amount, 0)
        adds('refunded', amount + part, 4000)
        truth.paid = amount
        truth.refunded = amount + part
        truth.state = 'refunded'
        break
      default:
        begin(kind === 'charge' ? 'charge' : 'payment', 'successful')
        adds('paid', amount, 0)
        truth.paid = amount
        if (kind === 'partly_refunded' || kind === 'refunded') {
          truth.refunded = kind === 'refunded' ? amount : part === amount ? part - 1 : part
          child('refund', '-r', truth.refunded, 4000)
          adds('refunded', truth.refunded, 4000)
          truth.state = kind
        } else if (kind === 'disputed') {
          child('chargeback', '-b', part, 9000)
          adds('charged_back', part, 9000)
          truth.chargedBack = part
          truth.state = 'disputed'
        }
    }
  }
  return { rows: rows.toSorted((a, b) => a.place - b.place).map(({ row }) => row), truths }
}
