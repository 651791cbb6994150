import 'server-only'
import { eq } from 'drizzle-orm'
import { recordRefusal } from '../activity/access'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { shops } from '../tables/shops'
import { countIn, incrementCounter } from './sign-in-limits'

/**
 * Counts a reveal by this person in this shop. Call it before anything is shown: concurrent requests count one after
 * the other.
 * @throws AppError `reveal_limit` if it is one too many within the hour that began with the first; recorded
 */
export async function countReveal({ engine: { db }, shop, actor }: ActorContext): Promise<void> {
  const [row] = await db.select({ most: shops.revealsPerHour }).from(shops).where(eq(shops.id, shop.id))
  const { count, secondsLeft } = await countIn(db, `reveals:${shop.id} ${actor.userId}`, 60)
  if (row && count <= row.most) return
  await recordRefusal(db, actor, { shopId: shop.id, reason: 'reveals_per_hour' })
  throw new AppError('reveal_limit', { retryAfterSeconds: secondsLeft })
}

/** Payments, checkouts and unknown customers that people ask the gateway for, within the window of sign-in-limits.ts. */
const limits = { person: 60, shop: 300 } as const

/** Counts a person's request to the gateway. @throws AppError `too_many_attempts` */
export async function countQuestion({ engine: { db }, shop, actor }: ActorContext): Promise<void> {
  const personCount = await incrementCounter(db, `gateway-question:${shop.id} ${actor.userId}`)
  // Requests refused for the person do not count for the shop.
  if (
    personCount > limits.person ||
    (await incrementCounter(db, `gateway-question:${shop.id}`)) > limits.shop
  )
    throw new AppError('too_many_attempts')
}
