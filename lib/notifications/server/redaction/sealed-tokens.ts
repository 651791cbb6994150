import 'server-only'
import type { Transaction } from '../../../gateway/notifications/transaction'
import type { Shop, ShopContext } from '../../../core/server/context'
import { correlatedLog } from '../../../core/server/log/log'
import { isUnopened } from '../../../db/sealing'
import type { NotificationRow } from '../tables'
import type { CardTokens } from './without-cards'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

/** The sealing context: tokens cannot be unsealed for another shop. */
export const cardTokensContext = (shopId: string): string => `notification:${shopId}:card_tokens`

export const sealTokens = ({ engine, shop }: Context, tokens: CardTokens): Buffer | null =>
  Object.keys(tokens).length === 0
    ? null
    : engine.sealer.seal(JSON.stringify(tokens), cardTokensContext(shop.id))

/** Unseals the card tokens. Never show or log them. @throws UnopenedError */
const tokensOf = (context: Context, { cardTokensSealed }: Row): CardTokens =>
  unsealTokens(context, cardTokensSealed)

const unsealTokens = ({ engine, shop }: Context, sealed: Buffer | null): CardTokens =>
  sealed === null ? {} : (JSON.parse(engine.sealer.unseal(sealed, cardTokensContext(shop.id))) as CardTokens)

type Row = Pick<NotificationRow, 'cardTokensSealed'>

/**
 * Returns the token of the transaction's card. Until a notification of an earlier release is masked, its body holds it.
 * @throws UnopenedError
 */
export const cardTokenOf = (
  context: Context,
  { cardTokensSealed }: Row,
  { credit_card: card }: Transaction,
): string | undefined =>
  cardTokensSealed === null
    ? (card?.token ?? undefined)
    : unsealTokens(context, cardTokensSealed)['transaction.credit_card.token']

type NamedRow = Row & Pick<NotificationRow, 'id'>

/** As {@link cardTokenOf}; undefined, with a line in the log, if no sealing key opens it. */
export const openedCardTokenOf = (context: Context, row: NamedRow, transaction: Transaction) =>
  unlessUnopened(context, row, () => cardTokenOf(context, row, transaction))

/** As {@link tokensOf}; undefined, with a line in the log, if no sealing key opens them. */
export const openedTokensOf = (context: Context, row: NamedRow) =>
  unlessUnopened(context, row, () => tokensOf(context, row))

function unlessUnopened<Tokens>({ shop }: Context, { id }: NamedRow, open: () => Tokens): Tokens | undefined {
  try {
    return open()
  } catch (error) {
    if (!isUnopened(error)) throw error
    const { message: reason } = error as Error
    const place = { shop: shop.id, notification: id }
    correlatedLog().error(
      { event: 'notification.card_unopened', ...place, reason },
      'a card token is not opened',
    )
    return undefined
  }
}
