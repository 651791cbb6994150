import 'server-only'
import type { Transaction } from '../../gateway/transaction'
import type { Shop, ShopContext } from '../../core/server/context'
import type { notifications } from './tables'
import type { CardTokens } from './without-cards'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

/** What they are sealed for: in another shop's notification they do not open. */
const sealContext = (shopId: string): string => `notification:${shopId}:card_tokens`

/** The card tokens of a notification, to be kept beside its body; null where there are none. */
export const sealTokens = ({ engine, shop }: Context, tokens: CardTokens): Buffer | null =>
  Object.keys(tokens).length === 0 ? null : engine.sealer.seal(JSON.stringify(tokens), sealContext(shop.id))

/** The same in the clear; never shown or logged. */
export const tokensOf = (context: Context, { cardTokensSealed }: Row): CardTokens =>
  unsealTokens(context, cardTokensSealed)

const unsealTokens = ({ engine, shop }: Context, sealed: Buffer | null): CardTokens =>
  sealed === null ? {} : (JSON.parse(engine.sealer.unseal(sealed, sealContext(shop.id))) as CardTokens)

type Row = Pick<typeof notifications.$inferSelect, 'cardTokensSealed'>

/** The token of the transaction's card: beside the body, or of an earlier release in it until it is masked. */
export const cardTokenOf = (
  context: Context,
  { cardTokensSealed }: Row,
  { credit_card: card }: Transaction,
): string | undefined =>
  cardTokensSealed === null
    ? (card?.token ?? undefined)
    : unsealTokens(context, cardTokensSealed)['transaction.credit_card.token']
