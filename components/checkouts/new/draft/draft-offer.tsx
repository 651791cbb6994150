'use client'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFocusPassedOn } from '@/components/frame/pass-focus-on'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import type { KeptDraft } from './draft'

interface DraftOfferProps {
  draft: KeptDraft
  onContinue: (draft: KeptDraft) => void
  onDiscard: (draft: KeptDraft) => void
}

export default function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  const t = useTranslations('checkoutForm.draft')
  const { amountText } = useMoney()
  const { amount, currency, description } = draft.values.checkout.order
  const money = amountText({ amount: typeof amount === 'number' ? amount : null, currency })
  const summary = [description, money].filter(Boolean).join(' · ')
  const offer = useFocusPassedOn()
  return (
    <section
      ref={offer}
      aria-label={t('title')}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-info-weak px-4 py-2.5 text-md"
    >
      <History aria-hidden size={16} className="shrink-0 text-info" />
      <p className="min-w-0 flex-1">
        {t('title')}
        {summary && <>: {summary}</>} <RelativeTime at={draft.at} isPlain className="text-muted" />
      </p>
      <div className="flex gap-2">
        <Button size="sm" onPress={() => onDiscard(draft)}>
          {t('discard')}
        </Button>
        <Button size="sm" variant="primary" onPress={() => onContinue(draft)}>
          {t('continue')}
        </Button>
      </div>
    </section>
  )
}
