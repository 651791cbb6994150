import 'server-only'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/database'
import type { Shop, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { learnWords } from '../../core/server/lists/words'
import { maskCards } from '../../core/server/search/card-numbers'
import { recordset } from '../../core/server/sql'
import { customers } from '../../customers/server/tables'
import { lockStored, removedAmong } from './removed'
import { cardTokens, type CardTokenRow } from './tables'
import { cardTokenSearchText, typoTolerantTexts } from './list'
import type { Transaction } from '../../gateway/notifications/transaction'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

export type CardFacts = Partial<
  Pick<
    CardTokenRow,
    | 'brand'
    | 'product'
    | 'bin'
    | 'last4'
    | 'holder'
    | 'expMonth'
    | 'expYear'
    | 'issuerCountry'
    | 'issuerName'
    | 'stamp'
    | 'uid'
    | 'email'
    | 'customerId'
    | 'checkoutId'
    | 'notificationId'
  >
>

type Kept = {
  token: string
  facts: CardFacts
  /** The contracts requested when the token was made. */
  contracts?: string[]
  test?: boolean
  source: CardTokenRow['source']
  createdBy?: string | null
}

/** Seal context: a sealed token copied to another row cannot be unsealed. */
export const cardTokenContext = (shopId: string, id: string): string => `card_token:${shopId}:${id}`

/** The keyed hash of a token, which finds it without unsealing any. */
const markOfToken = ({ engine, shop }: Context, token: string): Buffer =>
  engine.sealer.mark(token, `card_token:${shop.id}`)

/** For shorter tokens, the last characters would reveal too much. */
const [endLength, shortestWithEnd] = [4, 16]

const factNames = [
  'brand', 'product', 'bin', 'last4', 'holder', 'expMonth', 'expYear', 'issuerCountry', 'issuerName', 'stamp', 'uid',
  'email', 'customerId', 'checkoutId', 'notificationId',
] as const satisfies (keyof CardFacts)[] // prettier-ignore

const unknown = Object.fromEntries(factNames.map((name) => [name, null])) as Required<CardFacts>

/** Merges facts: known values stay, later ones only fill gaps. */
function mergedFacts(known: Required<CardFacts>, later: CardFacts): Required<CardFacts> {
  const filled = factNames.map((name) => [name, known[name] ?? later[name] ?? null])
  return Object.fromEntries(filled) as Required<CardFacts>
}

/**
 * Stores a card token, sealed. A token is stored once: later facts only fill gaps, and contracts are added. `isNew`: it
 * was not stored before. Call it in a transaction. The caller notifies browsers (`card_token`) after the commit.
 */
export async function keepCardToken(
  tx: Database,
  context: Context,
  kept: Kept,
): Promise<{ id: string; isNew: boolean }> {
  const [one] = await keepCardTokens(tx, context, [kept])
  if (!one) throw new Error('each card token has a result')
  return one
}

/**
 * As {@link keepCardToken}, for several at once. If a token occurs twice, the first is stored. Null: it was removed
 * (removed.ts).
 */
export async function keepCardTokens(
  tx: Database,
  context: Context,
  given: readonly Kept[],
): Promise<({ id: string; isNew: boolean } | null)[]> {
  if (given.length === 0) return []
  const { shop } = context
  const all = await withoutAnonymised(tx, shop.id, given)
  const rows = all.map((kept) => rowOf(context, kept))
  // Locks card tokens after customers. Anonymising uses the same order, so neither waits for the other for ever.
  const removed = await removedAmong(tx, shop.id, rows)
  const storable = rows.filter(({ id }) => !removed.has(id))
  const inserted = await tx.execute<{ id: string }>(sql`
    INSERT INTO card_tokens (${columnList}) SELECT ${columnList} FROM ${recordset(cardTokens, storable)}
    ON CONFLICT DO NOTHING RETURNING id`)
  const fresh = new Set(inserted.rows.map(({ id }) => id))
  const again = all.flatMap((kept, at) => {
    const row = rows[at]
    return row && !fresh.has(row.id) && !removed.has(row.id) ? { kept, mark: row.mark } : []
  })
  const known = await addTo(tx, shop.id, again)
  const stored = rows.map((row) => (fresh.has(row.id) ? row : known.get(markOf(row))))
  const found = stored.flatMap((row) => row ?? [])
  if (found.length < storable.length) throw new Error('a card token was removed while it was told of again')
  await learnWords(tx, shop.id, 'card_tokens', found.flatMap(typoTolerantTexts))
  return stored.map((row, at) => (row ? { id: row.id, isNew: row.id === rows[at]?.id } : null))
}

/**
 * Leaves out customers who are anonymised: anonymising them again would not find what is stored for them later. Until
 * the end of the transaction, none of the others can be anonymised.
 */
async function withoutAnonymised(tx: Database, shopId: string, all: readonly Kept[]): Promise<Kept[]> {
  const ids = [...new Set(all.flatMap(({ facts }) => facts.customerId ?? []))]
  if (ids.length === 0) return [...all]
  const found = await tx
    .select({ id: customers.id, anonymisedAt: customers.anonymisedAt })
    .from(customers)
    .where(and(eq(customers.shopId, shopId), inArray(customers.id, ids)))
    .orderBy(customers.id)
    .for('key share')
  const anonymised = new Set(found.flatMap(({ id, anonymisedAt }) => (anonymisedAt === null ? [] : id)))
  return all.map((kept) =>
    anonymised.has(kept.facts.customerId ?? '')
      ? { ...kept, facts: { ...kept.facts, customerId: null } }
      : kept,
  )
}

const markOf = ({ mark }: Pick<CardTokenRow, 'mark'>): string => mark.toString('hex')

function rowOf(context: Context, kept: Kept): CardTokenRow {
  const { shop, engine } = context
  const id = uuidv7()
  const facts = mergedFacts(unknown, kept.facts)
  return {
    shopId: shop.id,
    id,
    tokenSealed: engine.sealer.seal(kept.token, cardTokenContext(shop.id, id)),
    mark: markOfToken(context, kept.token),
    tokenEnd: kept.token.length < shortestWithEnd ? '' : kept.token.slice(-endLength),
    ...facts,
    contracts: [...new Set(kept.contracts)],
    test: kept.test ?? false,
    source: kept.source,
    createdAt: new Date(),
    createdBy: kept.createdBy ?? null,
    search: cardTokenSearchText({ id, ...facts }),
  }
}

/** Completes stored card tokens from new notifications. Returns them by their marks. */
async function addTo(
  tx: Database,
  shopId: string,
  again: readonly { kept: Kept; mark: Buffer }[],
): Promise<Map<string, CardTokenRow>> {
  if (again.length === 0) return new Map()
  const rows = await lockStored(tx, shopId, again)
  const known = new Map(rows.map((row) => [markOf(row), row]))
  for (const { kept, mark } of again) {
    const row = known.get(markOf({ mark }))
    if (!row) continue
    const contracts = [...new Set([...row.contracts, ...(kept.contracts ?? [])])]
    const filled = { ...row, ...mergedFacts(row, kept.facts), contracts }
    known.set(markOf({ mark }), { ...filled, search: cardTokenSearchText(filled) })
  }
  await tx.execute(sql`
    UPDATE card_tokens c SET ${assignments} FROM ${recordset(cardTokens, [...known.values()])} given
    WHERE c.shop_id = given.shop_id AND c.id = given.id`)
  return known
}

const columns = getTableColumns(cardTokens)
const columnList = sql.raw(
  Object.values(columns)
    .map(({ name }) => name)
    .join(', '),
)
const assignments = sql.raw(
  [...factNames, 'contracts' as const, 'search' as const]
    .map((name) => `${columns[name].name} = given.${columns[name].name}`)
    .join(', '),
)

export async function findCardTokenId(context: Context, token: string): Promise<string | null> {
  const { engine, shop } = context
  const [row] = await engine.db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.mark, markOfToken(context, token))))
  return row?.id ?? null
}

export async function loadCardToken({ engine, shop }: Context, id: string): Promise<CardTokenRow> {
  const [row] = id.includes('\0')
    ? []
    : await engine.db
        .select()
        .from(cardTokens)
        .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.id, id)))
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Returns the token in plain text, for one request to the gateway. Never store, log or return it; only detail.ts shows
 * it.
 * @throws AppError `not_found`
 */
export async function unsealCardToken(context: Context, id: string): Promise<string> {
  const { tokenSealed } = await loadCardToken(context, id)
  return context.engine.sealer.unseal(tokenSealed, cardTokenContext(context.shop.id, id))
}

/** Removes NUL, which PostgreSQL refuses, and cuts to `longest`. Empty text becomes null. */
const clean = (text: string | null | undefined, longest = 255): string | null =>
  text?.replaceAll('\0', '').trim().slice(0, longest) || null

const numberWithin = (value: number | null | undefined, min: number, max: number): number | null =>
  value != null && Number.isInteger(value) && value >= min && value <= max ? value : null

/**
 * Returns what a transaction says about its card (docs/gateway.md#card-response), without the token, and without a card
 * number that somebody typed as the name.
 */
export function cardFactsOf({ credit_card: card, customer, uid }: Transaction): CardFacts {
  return {
    brand: clean(card?.brand),
    product: clean(card?.product),
    bin: clean(card?.bin, 8),
    last4: clean(card?.last_4, 4),
    holder: clean(maskCards(card?.holder ?? '')),
    expMonth: numberWithin(card?.exp_month, 1, 12),
    expYear: numberWithin(card?.exp_year, 1900, 9999),
    issuerCountry: clean(card?.issuer_country, 2),
    issuerName: clean(card?.issuer_name),
    stamp: clean(card?.stamp),
    uid: clean(uid),
    email: clean(customer?.email),
  }
}

export const contractsOf = ({ additional_data: more }: Transaction): string[] =>
  (more?.contract ?? []).flatMap((contract) => clean(contract, 50) ?? [])

/** Whether the card was stored. A transaction can succeed whose tokenization failed. */
export const isTokenized = ({ status, tokenization }: Transaction): boolean =>
  status === 'successful' && tokenization?.status !== 'failed'
