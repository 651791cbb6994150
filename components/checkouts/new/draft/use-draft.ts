'use client'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { draftKey, readDraft, writeDraft } from '@/components/form/drafts/draft-store'
import { type Draft, draftText, serialiseDraft, parseDraft } from './draft'
import type { CheckoutValues } from '../values'

const pauseMs = 400

/**
 * Stores what is typed until it is sent. `offered` is an earlier draft, which stays on offer until it is accepted or
 * discarded, even while something else is typed.
 */
export function useDraft<Output>(
  { subscribe, getValues }: Pick<UseFormReturn<CheckoutValues, unknown, Output>, 'subscribe' | 'getValues'>,
  shop: string,
  userId: string,
) {
  const key = draftKey(shop, userId)
  const [offered, setOffered] = useState<Draft | null>(null)
  const isOver = useRef(false)
  /** Whether the stored draft comes from this form and not from the offered draft. */
  const isStoredFromThisForm = useRef(false)

  useEffect(() => {
    const draft = parseDraft(readDraft(key), new Date())
    // eslint-disable-next-line react/set-state-in-effect -- once: the server that drew the page has no such storage
    if (draft) setOffered(draft)
  }, [key])

  useEffect(() => {
    const begun = serialiseDraft(getValues())
    let written = begun
    let timer: ReturnType<typeof setTimeout>
    const write = () => {
      const kept = serialiseDraft(getValues())
      if (isOver.current || kept === written) return
      written = kept
      isStoredFromThisForm.current = true
      writeDraft(key, kept === begun ? null : draftText(kept, new Date()))
    }
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(write, pauseMs)
      },
    })
    window.addEventListener('pagehide', write)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [key, subscribe, getValues])

  return {
    offered,
    /** Closes the offer. `forget` deletes the stored draft, unless this form has overwritten it. */
    closeOffer: ({ forget }: { forget: boolean }) => {
      setOffered(null)
      if (forget && !isStoredFromThisForm.current) writeDraft(key, null)
    },
    /** Deletes the draft and stops storing. Call it after the checkout was created. */
    end: () => {
      isOver.current = true
      writeDraft(key, null)
    },
  }
}
