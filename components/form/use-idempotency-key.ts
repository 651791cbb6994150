'use client'
import { useMemo, useRef } from 'react'
import { v4 as uuidv4 } from 'uuid'

/**
 * The idempotency key of a request: the same content keeps its key, so that a second press, or a retry after a lost
 * answer, has no second effect. After `renew` the next request has a new key, whatever its content.
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
