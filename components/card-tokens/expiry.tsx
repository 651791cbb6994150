'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import type { CardTokenItem } from '@/lib/card-tokens/schema'

const tones = { soon: 'warn', expired: 'bad' } as const

/** “01/2039”, as on a card; a dash where it is not known. */
export const expiryText = ({
  exp_month: month,
  exp_year: year,
}: Pick<CardTokenItem, 'exp_month' | 'exp_year'>) =>
  month === null || year === null ? null : `${String(month).padStart(2, '0')}/${year}`

/** When the card ends, and whether that is soon, or was. */
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
