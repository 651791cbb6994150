import 'server-only'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Engine } from '../../db/engine'
import type { Shop } from '../shops/shops'
import { cards, type CardRow } from '../tables/records'
import type { PresentedCard } from '../transactions/duplicates'
import { describeCard, type CardDescription } from './describe'
import { testCards } from './test-cards'
import { hashCardToken } from './tokens'

type EnteredCard = {
  number: string
  verification_value?: string
  holder: string | null
  exp_month: number
  exp_year: number
}

/** The test card that any other number behaves like, where other numbers are accepted (inferred). */
const plainCard = '4200000000000000'

/**
 * Presents a card by its number, which goes no further. Returns null for a number that is not a test card, unless
 * `isAnyNumberAccepted`: it then behaves like 4200000000000000.
 */
export function presentNumber(
  shop: Pick<Shop, 'stampKey'>,
  { number, verification_value, ...rest }: EnteredCard,
  { isAnyNumberAccepted }: { isAnyNumberAccepted: boolean },
): PresentedCard | null {
  const outcome = testCards.get(number) ?? (isAnyNumberAccepted ? testCards.get(plainCard) : undefined)
  if (!outcome) return null
  const description = describeCard(number, rest, shop.stampKey())
  return { description, outcome, cvc: resultOf(verification_value), token: null }
}

/** Presents a card by the merchant's token. Null if the token is unknown or another shop's. */
export async function presentToken(
  { db }: Pick<Engine, 'db'>,
  shop: Pick<Shop, 'id'>,
  token: string,
  verificationValue?: string,
): Promise<PresentedCard | null> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.shopId, shop.id), eq(cards.tokenHash, hashCardToken(token)), isNull(cards.payerId)))
  return row ? { ...presented(row), cvc: resultOf(verificationValue), token } : null
}

/** Presents a card that the page remembers for the payer's browser. Null for another browser's card. */
export async function presentSaved(
  { db }: Pick<Engine, 'db'>,
  shop: Pick<Shop, 'id'>,
  payerId: string,
  cardId: string,
  verificationValue?: string,
): Promise<PresentedCard | null> {
  if (!isUuid(payerId) || !isUuid(cardId)) return null
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.shopId, shop.id), eq(cards.id, cardId), eq(cards.payerId, payerId)))
  return row ? { ...presented(row), cvc: resultOf(verificationValue), token: null } : null
}

export type SavedCard = {
  id: string
  brand: string
  last_4: string
  exp_month: number
  exp_year: number
  holder: string | null
}

/** Returns the displayable part of the cards remembered for the payer's browser, newest first. */
export async function savedCards(
  { db }: Pick<Engine, 'db'>,
  shopId: number,
  payerId: string,
): Promise<SavedCard[]> {
  if (!isUuid(payerId)) return []
  const rows = await db
    .select()
    .from(cards)
    .where(and(eq(cards.shopId, shopId), eq(cards.payerId, payerId)))
    .orderBy(desc(cards.createdAt))
  return rows.map((row) => {
    const { brand, last_4, exp_month, exp_year, holder } = descriptionOf(row)
    return { id: row.id, brand, last_4, exp_month, exp_year, holder }
  })
}

const cvcResults: Readonly<Record<string, string>> = { 111: 'M', 222: 'N', 333: 'U', 444: 'E', 555: '0' }

/** Returns the CVC check's result code (documented for these five), or null for any other code. */
const resultOf = (code: string | undefined): string | null => cvcResults[code ?? ''] ?? null

/** Only `keepCard` writes the column. */
const descriptionOf = (row: CardRow) => row.description as CardDescription
const presented = (row: CardRow) => ({
  description: descriptionOf(row),
  outcome: { success: row.success, threeDSecure: row.threeDSecure },
})
