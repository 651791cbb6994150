import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { checkoutTemplates } from './tables'
import { ownAddresses } from './create'

/**
 * What each checkout of a file begins with, as a new one in the form does: the shop's attempts and default template, and where the
 * gateway is to tell what became of it, and to ask before it is paid, if it can.
 */
export async function beginnings(context: ActorContext): Promise<Record<string, unknown>> {
  const { engine, shop } = context
  const isDefault = and(eq(checkoutTemplates.shopId, shop.id), eq(checkoutTemplates.isDefault, true))
  const [template] = await engine.db
    .select({ fields: checkoutTemplates.fields })
    .from(checkoutTemplates)
    .where(isDefault)
  const fields: Record<string, unknown> = {
    attempts: shop.checkoutAttempts,
    ...withoutOrder(template?.fields ?? {}),
  }
  const { notification, verification } = ownAddresses(context)
  const own = {
    ...(notification === null ? {} : { notification_url: notification }),
    ...(verification === null ? {} : { verification_url: verification }),
  }
  if (Object.keys(own).length === 0) return fields
  return { ...fields, settings: { ...own, ...(fields.settings as object | undefined) } }
}

/** What tells one order from another is the row's to say: an empty cell must not take what stands in a template. */
function withoutOrder({ order, customer: _, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (typeof order !== 'object' || order === null) return fields
  const {
    amount: _amount,
    description: _text,
    tracking_id: _id,
    expired_at: _until,
    ...rest
  } = order as Record<string, unknown>
  return { ...fields, order: rest }
}
