import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { plainDigits } from '../../core/phone'
import { lengths, maskCards } from '../../core/server/search/card-numbers'
import type { Database } from '../../db/database'
import { cardTokenSearchText } from './list'
import { cardTokens, type CardTokenRow } from './tables'

/**
 * Cuts card numbers to their last four digits that an earlier release stored as the name on the card, in all shops. Does
 * nothing once there are none.
 */
export async function maskEarlierHolders(db: Database): Promise<void> {
  const digits = sql`regexp_replace(${cardTokens.holder}, '[^[:digit:]]', '', 'g')`
  const rows = await db
    .select()
    .from(cardTokens)
    .where(sql`length(${digits}) >= ${lengths.least}`)
  for (const row of rows) {
    const holder = withoutNumber(row)
    if (holder === row.holder) continue
    await db
      .update(cardTokens)
      .set({ holder, search: cardTokenSearchText({ ...row, holder }) })
      .where(and(eq(cardTokens.shopId, row.shopId), eq(cardTokens.id, row.id)))
  }
}

const longNumber = /\p{Nd}(?:[ -]?\p{Nd}){11,18}/gu

/** A number of no known brand is recognised by its first and its last digits. */
function withoutNumber({ holder, bin, last4 }: CardTokenRow): string {
  const masked = maskCards(holder ?? '')
  if (bin === null || last4 === null) return masked
  return masked.replace(longNumber, (number) => {
    const digits = plainDigits(number).replace(/\D/g, '')
    return digits.startsWith(bin) && digits.endsWith(last4) ? `••••${last4}` : number
  })
}
