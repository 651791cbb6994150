'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isLost } from './refusal'

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
    request: { idempotencyKey: string; repeatsLost: boolean },
  ) => Promise<Made>,
) {
  const client = useQueryClient()
  const request = useRef({ content: '', key: '' })
  const [lost, setLost] = useState<Body | null>(null)
  const [isRepeating, setIsRepeating] = useState(false)

  async function send(body: Body, repeatsLost: boolean): Promise<Made> {
    const content = JSON.stringify(body)
    if (repeatsLost || request.current.content !== content)
      request.current = { content, key: crypto.randomUUID() }
    setIsRepeating(repeatsLost)
    try {
      const made = await create(shop, body, { idempotencyKey: request.current.key, repeatsLost })
      client.setQueryData(keys.detail(shop, made.id), made)
      void client.invalidateQueries({ queryKey: keys.lists(shop) })
      return made
    } catch (error) {
      if (isLost(error)) setLost(body)
      throw error
    } finally {
      setIsRepeating(false)
    }
  }
  return { send, lost, isRepeating }
}
