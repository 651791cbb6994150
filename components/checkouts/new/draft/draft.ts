/** Drafts of the form, stored in this browser per shop and person for a limited time, never with card data. */
import { isFresh } from '@/components/form/drafts/draft-store'
import { isRecord } from '@/components/form/kinds'
import type { FieldKind } from '@/lib/gateway/field-kind'
import { fields, tokenField } from '../fields'
import { type Leftover, readRequest } from '../request/read-request'
import { checkoutOf, setAt, valueAt, type CheckoutValues } from '../values'

export interface Draft {
  /** ISO 8601. */
  at: string
  values: CheckoutValues
}

/** A draft that may be continued. */
export interface KeptDraft extends Draft {
  /** Where it is stored. */
  key: string
}

/** The name on the card is card data too. */
const holderField = 'settings.credit_card_fields.holder'

/** Serialises the part of the form that a draft keeps. Equal parts give equal texts. */
export function serialiseDraft(values: CheckoutValues): string {
  const checkout = checkoutOf(values, { whole: true })
  for (const field of [tokenField, holderField])
    if (valueAt(checkout, field) !== undefined) setAt(checkout, field, undefined)
  return JSON.stringify({ checkout, customer_id: values.customer_id })
}

export const draftText = (kept: string, at: Date): string => JSON.stringify({ at: at.toISOString(), kept })

/** Parses the stored text. Returns null if it is missing, invalid or too old. */
export function parseDraft(text: string | null, now: Date): Draft | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored) || typeof stored.at !== 'string' || typeof stored.kept !== 'string') return null
    if (!isFresh(stored.at, now)) return null
    const kept: unknown = JSON.parse(stored.kept)
    if (!isRecord(kept)) return null
    const { values, leftovers } = readRequest({ checkout: kept.checkout })
    keepTyped(values, leftovers)
    if (typeof kept.customer_id === 'string') values.customer_id = kept.customer_id
    return { at: stored.at, values }
  } catch {
    return null // Not a draft, or one from an older version of the form.
  }
}

const typedKinds: readonly (FieldKind['kind'] | undefined)[] = ['text', 'amount', 'number', 'json']

/** Puts texts that are not valid yet, such as a half-typed amount, back into their fields. */
function keepTyped({ checkout }: CheckoutValues, leftovers: readonly Leftover[]): void {
  for (const { path, value } of leftovers)
    if (typeof value === 'string' && typedKinds.includes(fields.get(path)?.kind)) setAt(checkout, path, value)
}

/** Returns the newest of the stored drafts that can be read, or null. */
export function newestOf(stored: readonly { key: string; text: string }[], now: Date): KeptDraft | null {
  const drafts = stored.flatMap(({ key, text }) => {
    const draft = parseDraft(text, now)
    return draft ? [{ ...draft, key }] : []
  })
  return drafts.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null
}
