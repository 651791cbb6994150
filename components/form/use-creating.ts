'use client'
import { useRef, useState } from 'react'
import { isLost } from './refusal'

/**
 * Sends what is to be made; the request is the same one for the same content: a lost answer must not make a second
 * one. `lost`: what was sent last and not answered. `onMade` may keep what was made.
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
