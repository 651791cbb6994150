import 'server-only'
import { incrementCounter } from './accounts/sign-in-limits'
import type { ActorContext } from './context'
import { AppError } from './errors'

/** Payments and checkouts that people ask the gateway for, within the window of sign-in-limits.ts. */
const limits = { person: 60, shop: 300 } as const

/** Counts a question that somebody has for the gateway. @throws AppError `too_many_attempts` */
export async function countQuestion({ engine: { db }, shop, actor }: ActorContext): Promise<void> {
  const personCount = await incrementCounter(db, `gateway-question:${shop.id} ${actor.userId}`)
  // Requests refused for the person do not count for the shop.
  if (
    personCount > limits.person ||
    (await incrementCounter(db, `gateway-question:${shop.id}`)) > limits.shop
  )
    throw new AppError('too_many_attempts')
}
