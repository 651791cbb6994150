'use client'
import { CopyX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { LinkFault } from '@/lib/products/link-state'
import { buttonClass } from '../ui/button-class'
import { cx } from '../ui/cx'
import { toast } from '../ui/overlays/toast-store'
import { useHint } from '../ui/press/use-hint'

interface DeadCopyProps {
  fault: LinkFault
  /** The label of the copy button it replaces. */
  label: string
  /** The copy button's accessible name, to which the reason is added. */
  name: string
  className?: string
}

/** Replaces the copy button of a link that cannot be paid. Copies nothing and says why. */
export function DeadCopy({ fault, label, name, className }: DeadCopyProps) {
  const t = useTranslations('links')
  const reason = t(`fault.${fault}`)
  const hint = useHint(reason, { isName: true, delayMs: 150 })
  return (
    <>
      <button
        type="button"
        aria-disabled
        aria-label={t('dead', { name, reason })}
        {...hint.anchorProps}
        // Touch has no hover.
        onClick={() => toast(reason, 'bad')}
        className={buttonClass(
          'ghost',
          'sm',
          cx('cursor-not-allowed border-dashed border-border', className),
        )}
      >
        <CopyX aria-hidden size={15} />
        {label}
      </button>
      {hint.bubble}
    </>
  )
}

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
