'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { LinkFault } from '@/lib/products/link-state'

/** Replaces the QR code of a link that cannot be paid: the reason, and how to fix it. */
export function DeadStub({ fault, children }: { fault: LinkFault; children?: ReactNode }) {
  const t = useTranslations('links')
  return (
    <div className="flex min-h-[166px] flex-col items-center justify-center gap-2 text-center max-md:min-h-20">
      <p className="rounded-sm border-2 border-current px-3 py-1 text-lg font-[650] text-muted">
        {t(`short.${fault}`)}
      </p>
      <p className="max-w-40 text-sm text-muted">{t(`fault.${fault}`)}</p>
      {children}
    </div>
  )
}
