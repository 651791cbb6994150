import 'server-only'
import type { Transaction } from '../../../gateway/notifications/transaction'
import type { Shop, ShopContext } from '../../../core/server/context'
import type { notifications } from '../tables'
import type { CardTokens } from './without-cards'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

/** The sealing context: tokens cannot be unsealed for another shop. */
export const cardTokensContext = (shopId: string): string => `notification:${shopId}:card_tokens`

export const sealTokens = ({ engine, shop }: Context, tokens: CardTokens): Buffer | null =>
  Object.keys(tokens).length === 0
    ? null
    : engine.sealer.seal(JSON.stringify(tokens), cardTokensContext(shop.id))

/** Unseals the card tokens. Never show or log them. */
export const tokensOf = (context: Context, { cardTokensSealed }: Row): CardTokens =>
  unsealTokens(context, cardTokensSealed)

const unsealTokens = ({ engine, shop }: Context, sealed: Buffer | null): CardTokens =>
  sealed === null ? {} : (JSON.parse(engine.sealer.unseal(sealed, cardTokensContext(shop.id))) as CardTokens)

type Row = Pick<typeof notifications.$inferSelect, 'cardTokensSealed'>

/**
 * Returns the token of the transaction's card. Until a notification of an earlier release is masked, its body holds it.
 */
export const cardTokenOf = (
  context: Context,
  { cardTokensSealed }: Row,
  { credit_card: card }: Transaction,
): string | undefined =>
  cardTokensSealed === null
    ? (card?.token ?? undefined)
    : unsealTokens(context, cardTokensSealed)['transaction.credit_card.token']
