'use client'
import { CornerDownRight, CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import type { CardTokenItem, CardTokenListItem } from '@/lib/card-tokens/schema'
import { brandName } from '@/lib/core/format/card'

/** Returns a function that names a card: “Visa •••• 1006”, or a text for an unknown card. */
export function useCardTitle(): (card: Pick<CardTokenItem, 'brand' | 'last_4'>) => string {
  const t = useTranslations('cardTokens')
  return ({ brand, last_4: last4 }) => {
    const name = brand === null ? t('card') : brandName(brand)
    return last4 === null ? (brand === null ? t('unknownCard') : name) : `${name} •••• ${last4}`
  }
}

export function CardName({ card }: { card: CardTokenListItem }) {
  const t = useTranslations('cardTokens')
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden
        className="grid h-6 w-9 shrink-0 place-items-center rounded-xs border bg-sunken text-muted"
      >
        <CreditCard size={15} strokeWidth={1.75} />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <CardTitle card={card} className="truncate font-medium" />
          {card.test && <Badge tone="warn">{t('test')}</Badge>}
        </span>
        {card.token_end && (
          <span className="block truncate font-mono text-xs text-muted group-data-[density=compact]/table:hidden">
            {t('tokenEnd', { end: card.token_end })}
          </span>
        )}
      </span>
    </span>
  )
}

/** A list cell for another token of the same card: shows only how the token differs. */
export function NameBeneath({ card, className }: { card: CardTokenListItem; className?: string }) {
  const t = useTranslations('cardTokens')
  return (
    <span className={cx('flex min-w-0 items-center gap-2.5 text-muted', className)}>
      <CornerDownRight aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      <CardTitle card={card} className="sr-only" />
      <span className="truncate font-mono text-xs">
        {t('tokenEnd', { end: card.token_end || card.id.slice(-4) })}
      </span>
    </span>
  )
}

export function CardTitle({ card, className }: { card: CardTokenListItem; className?: string }) {
  const title = useCardTitle()
  if (card.last_4 === null)
    return <span className={cx(className, card.brand === null && 'text-muted')}>{title(card)}</span>
  const name = card.brand === null ? title({ ...card, last_4: null }) : brandName(card.brand)
  return (
    <span className={className}>
      <Marked text={name} marks={name === card.brand ? card.marks?.brand : marksOfName(card)} />{' '}
      <span aria-hidden>{'••••'}</span> <Marked text={card.last_4} marks={card.marks?.last_4} />
    </span>
  )
}

/** Returns the marks of the brand, unless its display name differs from the gateway's by more than capitals. */
const marksOfName = ({ brand, marks }: CardTokenListItem) =>
  brand !== null && brandName(brand).toLowerCase() === brand.toLowerCase() ? marks?.brand : undefined
