'use client'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button'
import { CopyButton } from './text/copy-button'

interface ErrorStateProps {
  title: string
  /** Makes the title the page's heading. */
  isPage?: boolean
  children: ReactNode
  /** The correlation ID, to quote to support. */
  reference?: string
  onRetry: () => void
  isRetrying?: boolean
}

export function ErrorState(props: ErrorStateProps) {
  const { title, isPage = false, children, reference, onRetry, isRetrying } = props
  const t = useTranslations('common')
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <div
        aria-hidden
        className="mb-3 grid size-10 place-items-center rounded-full bg-danger-weak text-danger"
      >
        <TriangleAlert size={19} />
      </div>
      <Title className="text-base font-semibold">{title}</Title>
      <div className="mt-1 max-w-md text-md text-muted">{children}</div>
      {reference && (
        <p className="mt-1 flex flex-wrap items-center justify-center gap-1 font-mono text-xs text-faint">
          {reference}
          <CopyButton isIcon text={reference} label={t('copyReference')} />
        </p>
      )}
      <Button
        className="mt-4"
        icon={<RotateCw aria-hidden size={15} />}
        isPending={isRetrying}
        onPress={onRetry}
      >
        {t('retry')}
      </Button>
    </div>
  )
}
