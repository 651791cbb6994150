/** A half-filled form, kept in this browser by shop and person: never with card data, and not for long. */
import { isFresh } from '@/components/form/draft-store'
import { tokenField } from './fields'
import { isRecord } from '@/components/form/kinds'
import { readRequest } from './read-request'
import { checkoutOf, put, valueAt, type CheckoutValues } from './values'

export interface Draft {
  /** ISO 8601. */
  at: string
  values: CheckoutValues
}

/** The name on the card is of the card, too. */
const holderField = 'settings.credit_card_fields.holder'

/** What of the form is kept; the same text where nothing that is kept is different. */
export function keptOf(values: CheckoutValues): string {
  const checkout = checkoutOf(values, { whole: true })
  for (const field of [tokenField, holderField])
    if (valueAt(checkout, field) !== undefined) put(checkout, field, undefined)
  return JSON.stringify({ checkout, customer_id: values.customer_id })
}

export const draftText = (kept: string, at: Date): string => JSON.stringify({ at: at.toISOString(), kept })

/** What stands in the storage, whatever it is: a draft that is not too old, or none. */
export function parseDraft(text: string | null, now: Date): Draft | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored) || typeof stored.at !== 'string' || typeof stored.kept !== 'string') return null
    if (!isFresh(stored.at, now)) return null
    const kept: unknown = JSON.parse(stored.kept)
    if (!isRecord(kept)) return null
    const { values } = readRequest({ checkout: kept.checkout })
    if (typeof kept.customer_id === 'string') values.customer_id = kept.customer_id
    return { at: stored.at, values }
  } catch {
    return null // Not ours, or of an older form.
  }
}
