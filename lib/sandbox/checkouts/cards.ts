import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import type { CardSource } from '../../gateway/checkouts/form'
import { presentToken, savedCards, type SavedCard } from '../cards/present'
import { hashCardToken } from '../cards/tokens'
import type { Shop } from '../shops/shops'
import { cards } from '../tables/records'
import { cardTokenOf, type Checkout } from './find'
import type { StoredCheckout } from './request'

/** The card whose token the merchant sent. `isCodeNeeded`: its CVC is required (docs/gateway.md#additional-data). */
type StoredCard = Omit<SavedCard, 'id'> & { isCodeNeeded: boolean }

export type OfferedCards = {
  /** False: `payment_method` excludes bank cards, and the page offers none. */
  isCardOffered: boolean
  /** The preselected source comes first. With more than one, the payer may switch. */
  sources: CardSource[]
  storedCard: StoredCard | null
  /** Remembered for this payer's browser. */
  savedCards: SavedCard[]
  /** Refused brands, with the names of `credit_card.brand`. */
  excludedBrands: string[]
  /** Names of other methods; they do nothing in the sandbox. */
  otherMethods: string[]
  /**
   * Null: not shown. `isForMerchant`: turning it on gives the card to the merchant; otherwise the page keeps it. Null
   * texts: the page's defaults.
   */
  saveCardToggle: { isForMerchant: boolean; text: string | null; hint: string | null } | null
}

/**
 * Returns the card sources of the page: first the stored card, then remembered ones. Entering a number is offered if
 * there is neither, or if the payer may switch (docs/gateway.md#settings). Excluded brands are not offered.
 */
export async function offeredCards(
  engine: Engine,
  shop: Shop,
  checkout: Checkout,
  payerId: string | null,
): Promise<OfferedCards> {
  const { isCardOffered, excludedBrands, others } = paymentMethodsOf(checkout.request)
  const isAllowed = ({ brand }: { brand: string }) => isCardOffered && !excludedBrands.includes(brand)
  const stored = await storedCard(engine, shop, checkout)
  const saved = payerId === null ? [] : await savedCards(engine, shop.id, payerId)
  const offered = {
    storedCard: stored && isAllowed(stored) ? stored : null,
    savedCards: saved.filter(isAllowed),
  }
  return {
    isCardOffered,
    sources: isCardOffered ? sourcesOf(offered, maySwitch(shop, checkout)) : [],
    ...offered,
    excludedBrands,
    otherMethods: others,
    saveCardToggle: isCardOffered ? saveCardToggle(shop, checkout) : null,
  }
}

const maySwitch = (shop: Shop, { request }: Checkout) =>
  request.settings.another_card_toggle?.display ?? shop.anotherCardToggle

function sourcesOf(
  { storedCard: stored, savedCards: saved }: Pick<OfferedCards, 'storedCard' | 'savedCards'>,
  mayChange: boolean,
): CardSource[] {
  const all: CardSource[] = [
    ...(stored ? (['stored'] as const) : []),
    ...(saved.length > 0 ? (['saved'] as const) : []),
    'entered',
  ]
  return mayChange ? all : all.slice(0, 1)
}

function saveCardToggle(shop: Shop, { request }: Checkout): OfferedCards['saveCardToggle'] {
  const { display, customer_contract: isForMerchant, text, hint } = request.settings.save_card_toggle
  if (!(display ?? shop.saveCardToggle)) return null
  return { isForMerchant, text: text || null, hint: hint || null }
}

/** Returns null also if the token is no longer known. */
async function storedCard(engine: Engine, shop: Shop, checkout: Checkout): Promise<StoredCard | null> {
  const token = cardTokenOf(engine.sealer, checkout)
  const card = token === null ? null : await presentToken(engine, shop, token)
  if (token === null || !card) return null
  const { brand, last_4, exp_month, exp_year, holder } = card.description
  return { brand, last_4, exp_month, exp_year, holder, isCodeNeeded: await isOneClick(engine, shop, token) }
}

async function isOneClick({ db }: Engine, { id }: Shop, token: string): Promise<boolean> {
  const [row] = await db
    .select({ contract: cards.contract })
    .from(cards)
    .where(and(eq(cards.shopId, id), eq(cards.tokenHash, hashCardToken(token))))
  return row?.contract.includes('oneclick') ?? false
}

/** Brand names used elsewhere in the gateway family → names used in the sandbox (inferred). */
const aliases: Readonly<Record<string, string>> = {
  mastercard: 'master',
  american_express: 'amex',
  diners_club: 'dinersclub',
  diners: 'dinersclub',
  union_pay: 'unionpay',
}

const plain = (name: string) => name.toLowerCase()

/**
 * Returns the payment methods of a token (docs/gateway.md#payment-method). The sandbox accepts only bank cards. It
 * lists the other methods in `types`, wallets only if `excluded_brands` allows them. An empty `types`, as PHP clients
 * send it, counts as absent (inferred).
 */
function paymentMethodsOf({ payment_method: method }: Pick<StoredCheckout, 'payment_method'>) {
  const excludedBrands = (method.excluded_brands ?? []).map((name) => aliases[plain(name)] ?? plain(name))
  // With `types`, excluded_types is ignored.
  const named = method.types?.map((type) => (typeof type === 'string' ? type : (Object.keys(type)[0] ?? '')))
  const types = named?.length ? named : undefined
  const isCardOffered = types
    ? types.includes('credit_card')
    : !(method.excluded_types ?? []).includes('credit_card')
  const others = (types ?? []).filter(
    (type) => type !== 'credit_card' && !excludedBrands.includes(plain(type)),
  )
  return { isCardOffered, excludedBrands, others: [...new Set(others)] }
}
