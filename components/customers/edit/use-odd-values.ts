'use client'
import { useState } from 'react'
import { type CustomerWarning, customerWarnings } from '@/lib/customers/warnings'
import type { CustomerCreate } from '@/lib/gateway/customers/customer'

const none: readonly CustomerWarning[] = []

/** Asks once for confirmation of values that are probably mistakes. */
export function useSuspiciousValues() {
  const [asked, setAsked] = useState({ of: '', warnings: none })
  return {
    warnings: asked.warnings,
    /** False when the same values are sent again, or nothing looks wrong. */
    needsConfirmation: (body: CustomerCreate): boolean => {
      const of = JSON.stringify(body)
      if (asked.of === of) return false
      const warnings = customerWarnings(body)
      setAsked({ of, warnings })
      return warnings.length > 0
    },
  }
}
