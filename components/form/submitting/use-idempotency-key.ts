'use client'
import { useMemo, useRef } from 'react'
import { v4 as uuidv4 } from 'uuid'

/**
 * Gives requests their idempotency keys. `keyOf` returns the same key while the content stays the same, so a second press
 * or a retry after a lost answer changes nothing twice. Call `renew` to send the same content again on purpose.
 */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' })
  return useMemo(
    () => ({
      keyOf: (request: unknown): string => {
        const content = JSON.stringify(request)
        if (last.current.content !== content) last.current = { content, key: uuidv4() }
        return last.current.key
      },
      renew: () => {
        last.current = { content: '', key: '' }
      },
    }),
    [],
  )
}
