'use client'
import { useState } from 'react'

/**
 * React Aria puts its few style elements under this nonce. The document's own is kept: when the page is read again
 * in place (`router.refresh()`) the answer has another one, which the document's policy does not know.
 */
export function CspNonce({ nonce }: { nonce: string | undefined }) {
  const [own] = useState(nonce)
  return <meta property="csp-nonce" content={own} />
}
