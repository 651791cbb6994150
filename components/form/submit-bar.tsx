'use client'
import type { ReactNode } from 'react'

/** On a phone the submit button of a long form stays at the foot of the screen; elsewhere it is in the page's header. */
export function SubmitBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-3 mt-3 -mb-10 flex justify-end border-t bg-surface px-3 py-2.5 *:flex-1 md:hidden">
      {children}
    </div>
  )
}
