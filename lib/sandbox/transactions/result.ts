import 'server-only'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { engine } from '../../db/engine'
import { isOpenToVisitor } from '../shops/settings'
import { autoPayAttempt } from '../checkouts/find'
import { checkouts, transactions, type TransactionRow } from '../tables/payments'
import type { TransactionStatus, TransactionType } from './duplicates'
import { returnAddress } from './process'

/** The data of the result page, and where the payer goes next. */
export type ResultView = {
  uid: string
  kind: 'product' | 'checkout' | 'tokenization'
  status: TransactionStatus
  type: TransactionType
  /** Whether it failed by an error, such as a product that was sold out meanwhile, and was not declined. */
  isError: boolean
  /** The friendly message, if the shop's verification gave one. */
  message: string
  /** Minor units. */
  amount: number
  currency: string
  description: string
  language: string
  test: boolean
  iframe: boolean
  productId: string | null
  checkoutToken: string | null
  /** The receipt_text lines; empty unless successful. */
  receiptLines: string[]
  /** Text of the return button; null: the page's default. */
  buttonText: string | null
  /** Seconds until the page redirects the payer back; 0: at once, without the page. Null: never. */
  autoReturn: number | null
  /** Return address with status, uid and, for a payment token, token. Null if none was given. */
  returnTo: string | null
  /** Path to pay again, if possible. */
  retry: string | null
  /** Cards that can still be tried; null without a limit. */
  attemptsLeft: number | null
}

/** Returns null for an unknown uid or where the pages are not open to the visitor. */
export async function resultView(uid: string): Promise<ResultView | null> {
  return (await isOpenToVisitor()) ? findResult(engine.get().db, uid) : null
}

/**
 * Returns where the browser goes after a payment or a challenge: the challenge, the shop if there is nothing to show,
 * or the result page.
 */
export async function nextStep(db: Database, uid: string): Promise<string> {
  const result = await findResult(db, uid)
  const page = `/sandbox/payments/${uid}`
  if (result?.status === 'incomplete') return `${page}/challenge`
  return result?.autoReturn === 0 && result.returnTo !== null ? result.returnTo : page
}

const text = z.string().nullish().catch(null)
/** The sandbox wrote these fields itself, but the schema is loose so that the page always shows what it can. */
const bodyFields = z.object({
  message: z.string().catch(''),
  friendly_message: text,
  description: z.string().catch(''),
  language: z.string().catch('en'),
  test: z.boolean().catch(false),
  additional_data: z.object({ receipt_text: z.array(z.string()).catch([]) }).catch({ receipt_text: [] }),
})
const checkoutFields = z.object({
  iframe: z.boolean().catch(false),
  settings: z
    .object({
      return_url: text,
      success_url: text,
      decline_url: text,
      fail_url: text,
      auto_return: text,
      button_next_text: text,
      auto_pay: z.boolean().catch(false),
    })
    .catch({ auto_pay: false }),
})
type CheckoutFields = z.output<typeof checkoutFields>

async function findResult(db: Database, uid: string): Promise<ResultView | null> {
  if (!z.uuid().safeParse(uid).success) return null
  const [row] = await db
    .select({
      transaction: transactions,
      request: checkouts.request,
      finished: checkouts.finished,
      attempts: checkouts.attempts,
      attemptsUsed: checkouts.attemptsUsed,
    })
    .from(transactions)
    .leftJoin(
      checkouts,
      and(eq(checkouts.shopId, transactions.shopId), eq(checkouts.token, transactions.checkoutToken)),
    )
    .where(eq(transactions.uid, uid))
  if (!row) return null
  const { transaction } = row
  const body = bodyFields.parse(transaction.body)
  const checkout = row.request === null ? null : checkoutFields.parse(row.request)
  return {
    uid,
    kind: kindOf(transaction),
    status: transaction.status,
    type: transaction.type,
    isError: transaction.failure === 'error',
    message: body.friendly_message ?? body.message,
    amount: transaction.amount,
    currency: transaction.currency,
    description: body.description,
    language: body.language,
    test: body.test,
    iframe: checkout?.iframe ?? false,
    productId: transaction.productId,
    checkoutToken: transaction.checkoutToken,
    receiptLines: transaction.status === 'successful' ? body.additional_data.receipt_text : [],
    buttonText: checkout?.settings.button_next_text || null,
    autoReturn: autoReturnOf(transaction, checkout),
    returnTo: returnTo(transaction, checkout),
    retry: retryOf(transaction, row.finished),
    attemptsLeft: row.attempts === null ? null : Math.max(0, row.attempts - (row.attemptsUsed ?? 0)),
  }
}

const kindOf = ({ productId, checkoutToken }: TransactionRow): ResultView['kind'] =>
  productId !== null ? 'product' : checkoutToken !== null ? 'checkout' : 'tokenization'

/**
 * Returns a checkout's `auto_return` (docs/gateway.md#settings), or null if it is not a number of seconds. Returns 0
 * after a tokenization's challenge (its `return_url`) and after an automatic payment (`auto_pay`).
 */
function autoReturnOf(transaction: TransactionRow, checkout: CheckoutFields | null): number | null {
  if (!checkout) return kindOf(transaction) === 'tokenization' && transaction.returnUrl !== null ? 0 : null
  const { shopId, checkoutToken: token, attempt } = transaction
  if (checkout.settings.auto_pay && token !== null && attempt === autoPayAttempt({ shopId, token })) return 0
  const seconds = checkout.settings.auto_return ?? ''
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) : null
}

/**
 * For a checkout, returns `return_url`, which overrides success_url and decline_url, or the address for the outcome
 * (docs/gateway.md#settings). Inferred: an error goes to fail_url even with a return_url, and a missing decline_url or
 * fail_url falls back to the other.
 */
function returnTo(transaction: TransactionRow, checkout: CheckoutFields | null): string | null {
  const { uid, status, checkoutToken: token } = transaction
  const urls: Partial<CheckoutFields['settings']> = checkout?.settings ?? {}
  const declined = urls.return_url || urls.decline_url || urls.fail_url
  const byOutcome = {
    incomplete: urls.return_url,
    successful: urls.return_url || urls.success_url,
    failed: transaction.failure === 'error' ? urls.fail_url || declined : declined,
  }
  const address = byOutcome[status] || transaction.returnUrl
  return returnAddress(address, { ...(token === null ? {} : { token }), status, uid })
}

function retryOf({ status, productId, checkoutToken }: TransactionRow, isFinished: boolean | null) {
  if (status !== 'failed') return null
  if (productId !== null) return `/sandbox/products/${productId}/pay`
  return checkoutToken !== null && isFinished === false ? `/sandbox/v2/checkout?token=${checkoutToken}` : null
}
