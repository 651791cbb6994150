'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnconfirmed } from './use-submit-failure'
import { storeAnswer } from '@/lib/core/client/store-answer'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/overlays/toast-store'
import { isAsSent } from '../saved'
import { useIdempotencyKey } from './use-idempotency-key'

interface RecordKeys {
  detail: (shop: string, id: string) => QueryKey
  lists: (shop: string) => QueryKey
}

/**
 * Sends a create request, keeps the new record for its page, and refetches the lists. The same content keeps its
 * idempotency key, so that a lost response cannot create a second record; only a confirmed repeat gets a new key. `lost`
 * is the content sent last and not answered.
 */
export function useCreating<Body, Made extends { id: string }>(
  shop: string,
  keys: RecordKeys,
  create: (
    shop: string,
    body: Body,
    request: { idempotencyKey: string; isRepeatOfLost: boolean },
  ) => Promise<Made>,
) {
  const client = useQueryClient()
  const { keyOf, renew } = useIdempotencyKey()
  const [lost, setLost] = useState<Body | null>(null)
  const [isRepeating, setIsRepeating] = useState(false)

  async function send(body: Body, isRepeatOfLost: boolean): Promise<Made> {
    if (isRepeatOfLost) renew()
    setIsRepeating(isRepeatOfLost)
    try {
      const made = await create(shop, body, { idempotencyKey: keyOf(body), isRepeatOfLost })
      storeAnswer(client, keys.detail(shop, made.id), made)
      void client.invalidateQueries({ queryKey: keys.lists(shop) })
      return made
    } catch (error) {
      if (isUnconfirmed(error)) setLost(body)
      throw error
    } finally {
      setIsRepeating(false)
    }
  }
  return { send, lost, isRepeating }
}

/** Returns a function that reports that something was created, and that it lacks what was typed since `sent`. */
export function useMadeToast() {
  const t = useTranslations('form')
  return <V extends FieldValues>(
    form: Pick<UseFormReturn<V>, 'getValues'>,
    { sent, text }: { sent: V; text: string },
  ): void => {
    if (isAsSent(form, sent)) toast(text)
    else toast(`${text} ${t('typedTooLate')}`, 'info')
  }
}
