'use client'
import { useRef, useState } from 'react'
import { isLost } from './refusal'

/**
 * Sends a create request. The same content keeps its idempotency key, so that a lost response cannot create a second
 * record; only a confirmed repeat gets a new key. `lost` is the content sent last and not answered. `onMade` may store
 * the new record.
 */
export function useCreating<Body, Made>(
  create: (body: Body, request: { idempotencyKey: string; repeatsLost: boolean }) => Promise<Made>,
  onMade: (made: Made) => void,
) {
  const request = useRef({ content: '', key: '' })
  const [lost, setLost] = useState<Body | null>(null)
  const [isRepeating, setIsRepeating] = useState(false)

  async function send(body: Body, repeatsLost: boolean): Promise<Made> {
    const content = JSON.stringify(body)
    if (repeatsLost || request.current.content !== content)
      request.current = { content, key: crypto.randomUUID() }
    setIsRepeating(repeatsLost)
    try {
      const made = await create(body, { idempotencyKey: request.current.key, repeatsLost })
      onMade(made)
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
