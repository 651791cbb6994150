'use client'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { v4 as uuidv4 } from 'uuid'
import { draftKey, readDrafts, writeDraft } from '@/components/form/drafts/draft-store'
import { draftText, type KeptDraft, newestOf, serialiseDraft } from './draft'
import type { CheckoutValues } from '../values'

const pauseMs = 400

/**
 * Stores what is typed until it is sent, apart from what is typed in other tabs. `offered` is the newest earlier draft,
 * which stays on offer until it is accepted or discarded, even while something else is typed.
 */
export function useDraft<Output>(
  { subscribe, getValues }: Pick<UseFormReturn<CheckoutValues, unknown, Output>, 'subscribe' | 'getValues'>,
  shop: string,
  userId: string,
) {
  const [key] = useState(() => draftKey(shop, userId, uuidv4()))
  const [offered, setOffered] = useState<KeptDraft | null>(null)
  const isOver = useRef(false)

  useEffect(() => {
    const draft = newestBut(key, shop, userId)
    // eslint-disable-next-line react/set-state-in-effect -- once: the server that drew the page has no such storage
    if (draft) setOffered(draft)
  }, [key, shop, userId])

  useEffect(() => {
    const begun = serialiseDraft(getValues())
    let written = begun
    let timer: ReturnType<typeof setTimeout>
    const write = () => {
      const kept = serialiseDraft(getValues())
      if (isOver.current || kept === written) return
      written = kept
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
    /** Closes the offer of a draft that this form has taken over. */
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
      isOver.current = true
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
