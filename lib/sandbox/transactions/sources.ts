import 'server-only'
import type { Database } from '../../db/database'
import { settleCheckout } from '../checkouts/effects'
import { takeStock } from '../products/stock'
import type { Source, TransactionStatus } from './duplicates'

type Told = { shopId: number; uid: string; source: Source; status: TransactionStatus; message: string }

/**
 * Tells what asked for a transaction how it stands, in the transaction that records it: when it is made, and
 * again when its challenge was answered.
 * @throws Refusal where the source takes no payment any more.
 */
export async function tellSource(
  tx: Database,
  { shopId, source, uid, status, message }: Told,
): Promise<void> {
  if (source.kind === 'checkout') {
    await settleCheckout(tx, { shopId, token: source.token, uid, status, message })
  }
  if (source.kind === 'product')
    await takeStock(tx, { shopId, id: source.id }, { paid: status === 'successful' })
}
