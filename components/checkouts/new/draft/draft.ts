'use client'
/** Drafts of the form, stored in this browser per shop and person for seven days, never with card data. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { v4 as uuidv4 } from 'uuid'
import { holdDrafted } from '@/components/form/drafts/leave-guards'
import { draftKey, isFresh, readDrafts, writeDraft } from '@/components/form/drafts/draft-store'
import { moneyOfAmount, moneyValue } from '@/components/form/fields/money-text'
import { isRecord } from '@/lib/core/is-record'
import { useMoney } from '@/components/money/use-money'
import type { FieldKind } from '@/lib/gateway/field-kind'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { checkoutOf, type CheckoutValues, fields, setAt, tokenField, valueAt } from '../values'
import { type Leftover, readRequest } from '../request/read-request'

interface Draft {
  /** ISO 8601. */
  at: string
  values: CheckoutValues
  /** The number of decimals with which the form read the amount. Null in drafts of earlier versions. */
  decimals: number | null
}

/** A draft that may be continued. */
export interface KeptDraft extends Draft {
  /** Where it is stored. */
  key: string
}

/** Left out of drafts, like the card token: the name on a card is card data. */
const holderField = 'settings.credit_card_fields.holder'

/** Serialises the part of the form that a draft keeps, and the decimals of its amount. Equal parts give equal texts. */
export function serialiseDraft(values: CheckoutValues, overrides: MinorUnitOverrides): string {
  const checkout = checkoutOf(values, { isWhole: true })
  for (const field of [tokenField, holderField])
    if (valueAt(checkout, field) !== undefined) setAt(checkout, field, undefined)
  const decimals = minorUnitExponent(values.checkout.order.currency, overrides)
  return JSON.stringify({ checkout, customer_id: values.customer_id, decimals })
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
    const decimals = typeof kept.decimals === 'number' ? kept.decimals : null
    return { at: stored.at, values, decimals }
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

/**
 * Converts a draft's amount if the shop's decimals have changed since. It keeps its value in major units, which is what
 * the person saw.
 */
export function inDecimals<D extends Draft>(draft: D, overrides: MinorUnitOverrides): D {
  const { currency, amount } = draft.values.checkout.order
  const unit = { currency, exponent: minorUnitExponent(currency, overrides) }
  const { decimals } = draft
  if (typeof amount !== 'number' || decimals === null || decimals === unit.exponent) return draft
  const values = structuredClone(draft.values)
  values.checkout.order.amount = moneyValue(moneyOfAmount(amount, decimals), unit)
  return { ...draft, values, decimals: unit.exponent }
}

/** Returns the newest of the stored drafts that can be read, or null. */
export function newestOf(stored: readonly { key: string; text: string }[], now: Date): KeptDraft | null {
  const drafts = stored.flatMap(({ key, text }) => {
    const draft = parseDraft(text, now)
    return draft ? [{ ...draft, key }] : []
  })
  return drafts.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null
}

/**
 * Reads the offered draft again, with what another tab has added to it. Returns null if another tab has continued or
 * discarded it.
 */
export const offeredNow = (
  { key: offered }: Pick<KeptDraft, 'key'>,
  stored: readonly { key: string; text: string }[],
  now: Date,
): KeptDraft | null =>
  newestOf(
    stored.filter(({ key }) => key === offered),
    now,
  )

const pauseMs = 400

/**
 * Stores what is typed until it is sent, separately from other tabs. `offered` is the newest earlier draft, which stays
 * on offer until it is accepted or discarded, here or in another tab, even while something else is typed.
 */
export function useDraft<Output>(
  { subscribe, getValues }: Pick<UseFormReturn<CheckoutValues, unknown, Output>, 'subscribe' | 'getValues'>,
  shop: string,
  userId: string,
) {
  const [key] = useState(() => draftKey(shop, userId, uuidv4()))
  const [offered, setOffered] = useState<KeptDraft | null>(null)
  const isOverRef = useRef(false)
  const { overrides } = useMoney()
  const serialised = useEffectEvent((values: CheckoutValues) => serialiseDraft(values, overrides))

  useEffect(() => {
    // eslint-disable-next-line react/set-state-in-effect -- once: the server that drew the page has no such storage
    setOffered(newestBut(key, shop, userId))
    // Browsers send `storage` events only to the other tabs.
    const follow = () =>
      setOffered((known) => known && offeredNow(known, readDrafts(shop, userId), new Date()))
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [key, shop, userId])

  useEffect(() => {
    const begun = structuredClone(getValues())
    let written = serialised(begun)
    let timer: ReturnType<typeof setTimeout>
    const write = () => {
      const kept = serialised(getValues())
      if (isOverRef.current || kept === written) return
      written = kept
      writeDraft(key, kept === serialised(begun) ? null : draftText(kept, new Date()))
    }
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(write, pauseMs)
      },
    })
    window.addEventListener('pagehide', write)
    const forget = holdDrafted(() => !isOverRef.current && serialised(getValues()) !== serialised(begun))
    return () => {
      forget()
      unsubscribe()
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [key, subscribe, getValues])

  return {
    offered: offered && inDecimals(offered, overrides),
    /** Deletes a draft that this form has taken over, and closes its offer. */
    take: ({ key: taken }: KeptDraft) => {
      writeDraft(taken, null)
      setOffered(null)
    },
    /** Deletes a draft, and offers the next one. */
    discard: ({ key: discarded }: KeptDraft) => {
      writeDraft(discarded, null)
      setOffered(newestBut(key, shop, userId))
    },
    /** Deletes the draft and stops storing. Call it after the checkout was created. */
    end: () => {
      isOverRef.current = true
      writeDraft(key, null)
    },
  }
}

/** Returns the newest draft of a person's forms in a shop, other than the one stored at `key`. */
const newestBut = (key: string, shop: string, userId: string): KeptDraft | null =>
  newestOf(
    readDrafts(shop, userId).filter((stored) => stored.key !== key),
    new Date(),
  )
