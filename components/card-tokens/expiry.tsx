'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import type { CardTokenItem } from '@/lib/card-tokens/schema'

const tones = { soon: 'warn', expired: 'bad' } as const

/** Returns “01/2039”, as on a card, or null when unknown. */
export const expiryText = ({
  exp_month: month,
  exp_year: year,
}: Pick<CardTokenItem, 'exp_month' | 'exp_year'>) =>
  month === null || year === null ? null : `${String(month).padStart(2, '0')}/${year}`

/** The expiry date, with a badge when it is near or past. */
export function Expiry({ card }: { card: CardTokenItem }) {
  const t = useTranslations('cardTokens')
  const text = expiryText(card)
  if (text === null) return <span className="text-muted">–</span>
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {text}
      {(card.expiry === 'soon' || card.expiry === 'expired') && (
        <Badge tone={tones[card.expiry]}>{t(`expiry.${card.expiry}`)}</Badge>
      )}
    </span>
  )
}
