import 'server-only'
import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Engine } from '../../db/engine'
import { readNotification } from '../../gateway/notifications/notification'
import { lockLedger, recordTransactions } from '../../payments/server/ledger/ledger'
import { stateOf } from '../../payments/server/ledger/transaction'
import { notifications } from '../../notifications/server/tables'

/** For tests: inserts a processed notification, and its transaction into the ledger. */
export async function insertNotification(
  { db }: Pick<Engine, 'db'>,
  shopId: string,
  said: Partial<typeof notifications.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7()
  const receivedAt = said.receivedAt ?? new Date()
  const [row] = await db
    .insert(notifications)
    .values({
      shopId,
      id,
      body: Buffer.from('{}'),
      fingerprint: randomBytes(32),
      headers: {},
      signature: 'absent',
      credentials: 'matched',
      authenticity: 'credentials',
      processedAt: new Date(),
      kind: 'transaction',
      type: 'payment',
      uid: uuidv7(),
      keys: [],
      ...said,
      receivedAt,
      lastReceivedAt: receivedAt,
    })
    .returning()
  if (row && row.authenticity !== 'unverified')
    await db.transaction(async (tx) => {
      await lockLedger(tx, shopId)
      await recordTransactions(tx, { id: shopId, mode: 'live' }, [stateOf(row, readNotification(row.body))])
    })
  return id
}
