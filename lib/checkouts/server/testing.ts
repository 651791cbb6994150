import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { checkoutFields } from '../../gateway/checkouts/checkout'
import type { TestOffice } from '../../testing/office'
import { checkoutSearchText, trackingIdsIn } from './listing/list'
import { checkouts, type CheckoutRow } from './tables'

/** For tests: inserts checkouts as if the gateway had created them. */
export const checkoutsOf = ({ engine, context }: Pick<TestOffice, 'engine' | 'context'>) => ({
  insert: async (
    request: { order?: object; customer?: object; [field: string]: unknown } = {},
    row: Partial<CheckoutRow> = {},
  ): Promise<string> => {
    const { order, ...rest } = request
    const fields = checkoutFields.parse({
      transaction_type: 'payment',
      ...rest,
      order: { amount: 900, currency: 'EUR', description: 'Paper', ...order },
    })
    const now = new Date()
    const id = uuidv7()
    const named = {
      id,
      token: `token-${id}`,
      description: fields.order.description,
      trackingId: fields.order.tracking_id ?? null,
      email: fields.customer?.email ?? null,
      customerId: null,
      ...row,
    }
    await engine.db.insert(checkouts).values({
      shopId: context.shop.id,
      request: fields,
      transactionType: fields.transaction_type,
      amount: fields.order.amount,
      currency: fields.order.currency,
      trackingIds: trackingIdsIn(fields.order.tracking_id),
      redirectUrl: `https://checkout.example/v2/checkout?token=${named.token}`,
      attempts: fields.attempts ?? 1,
      expiresAt: new Date(now.valueOf() + 86_400_000),
      state: 'open',
      stateAt: now,
      createdAt: now,
      createdBy: context.actor.userId,
      search: checkoutSearchText(named),
      ...named,
    })
    return id
  },
})
