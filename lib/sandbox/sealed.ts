import 'server-only'
import { sealedColumn, type SealedColumn } from '../db/resealing'
import { cardContext } from './cards/tokens'
import { cardTokenContext } from './checkouts/find'
import { bodyContext } from './deliveries/queue'
import { shopKeyContext } from './shops/shops'
import { cards } from './tables/records'
import { checkouts, deliveries, transactions } from './tables/payments'
import { shops } from './tables/shops'
import { transactionTokenContext } from './transactions/find'

/** Every column of the sandbox that holds sealed values. */
export const sealedOfSandbox: readonly SealedColumn[] = [
  sealedColumn(shops, 'secretKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'secret_key')),
  sealedColumn(shops, 'privateKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'private_key')),
  sealedColumn(shops, 'stampKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'stamp_key')),
  sealedColumn(cards, 'tokenSealed', ['shopId', 'id'], ({ shopId, id }) => cardContext(shopId, id)),
  sealedColumn(checkouts, 'cardTokenSealed', ['shopId', 'token'], ({ shopId, token }) =>
    cardTokenContext(shopId, token),
  ),
  sealedColumn(transactions, 'cardTokenSealed', ['shopId', 'uid'], ({ shopId, uid }) =>
    transactionTokenContext(shopId, uid),
  ),
  sealedColumn(deliveries, 'bodySealed', ['shopId', 'id'], ({ shopId, id }) => bodyContext(shopId, id)),
]
