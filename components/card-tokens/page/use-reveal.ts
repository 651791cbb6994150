'use client'
import { useState } from 'react'
import { revealCardToken } from '@/lib/card-tokens/client'

/**
 * A token in the clear, once somebody asked. It is kept in this component alone, and no longer than it shows it: a
 * mutation's cache would have it for minutes.
 */
export function useReveal(shop: string, id: string) {
  const [token, setToken] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function reveal() {
    setIsPending(true)
    setError(null)
    try {
      const revealed = await revealCardToken(shop, id)
      setToken(revealed.token)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsPending(false)
    }
  }
  return { token, isPending, error, reveal, hide: () => setToken(null) }
}
