'use client'
import { useState } from 'react'

/**
 * Gives React Aria the nonce for its style elements. Keeps the nonce of the document: `router.refresh()` brings another
 * one, which the document's policy does not accept.
 */
export function CspNonce({ nonce }: { nonce: string | undefined }) {
  const [own] = useState(nonce)
  return <meta property="csp-nonce" content={own} />
}
