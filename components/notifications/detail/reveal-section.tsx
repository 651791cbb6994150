'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/api/http'
import type { Reveal } from './use-reveal'

export function RevealSection({ reveal }: { reveal: Reveal }) {
  const t = useTranslations('customers.details')
  const network = useTranslations('errors')('network')
  const { isOffered, isRevealed, isPending, error } = reveal
  if (!isOffered) return null
  const Icon = isRevealed ? EyeOff : Eye
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5 max-md:px-4">
      <Button
        size="sm"
        icon={<Icon aria-hidden size={14} />}
        isPending={isPending}
        onPress={isRevealed ? reveal.hide : reveal.reveal}
      >
        {t(isRevealed ? 'hide' : 'reveal')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {t(isRevealed ? 'revealedText' : 'revealText')}
      </p>
      {error && (
        <p role="alert" className="w-full text-sm text-danger">
          {t('revealFailed', { reason: error instanceof ApiError ? error.title : network })}
        </p>
      )}
    </div>
  )
}
