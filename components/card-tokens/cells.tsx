'use client'
import { CornerDownRight, CreditCard } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { Badge } from '@/components/ui/text/badge'
import type { CardTokenItem, CardTokenListItem } from '@/lib/card-tokens/schema'
import { brandName } from '@/lib/core/format/card'
import { type Contract, isKnownContract, useContractName } from '@/components/payment-status/contract-name'

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
  return (
    <span className={cx('flex min-w-0 items-center gap-2.5 text-muted', className)}>
      <CornerDownRight aria-hidden size={15} strokeWidth={1.75} className="shrink-0 rtl:-scale-x-100" />
      <CardTitle card={card} className="sr-only" />
      <span className="truncate font-mono text-xs">
        <TokenName card={card} />
      </span>
    </span>
  )
}

/** The last characters of the token or, where it is too short to show any, of its record's ID. */
export function TokenName({ card }: { card: Pick<CardTokenItem, 'token_end' | 'id'> }) {
  const t = useTranslations('cardTokens')
  return card.token_end ? t('tokenEnd', { end: card.token_end }) : t('recordEnd', { end: card.id.slice(-4) })
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

/** Returns the boxes of contracts to choose from, each with what it allows. */
export function useContractBoxes(ids: readonly Contract[]) {
  const t = useTranslations('cardTokens.contractTexts')
  const name = useContractName()
  return ids.map((id) => ({
    id,
    label: (
      <>
        <span className="block font-medium">{name(id)}</span>
        <span className="block text-sm text-muted">{t(id)}</span>
      </>
    ),
  }))
}

/** A token's permitted uses, as badges. */
export function Contracts({ contracts }: { contracts: readonly string[] }) {
  const name = useContractName()
  if (contracts.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="flex flex-wrap gap-1">
      {contracts.map((contract) => (
        <Badge key={contract}>{name(contract)}</Badge>
      ))}
    </span>
  )
}

/** A token's permitted uses, each with an explanation. */
export function ContractTexts({ contracts }: { contracts: readonly string[] }) {
  const t = useTranslations('cardTokens')
  const name = useContractName()
  if (contracts.length === 0) return <p className="text-md/5 text-muted">{t('page.noContract')}</p>
  return (
    <dl className="grid gap-2.5 text-md/5">
      {contracts.map((contract) => (
        <div key={contract}>
          <dt className="font-medium">{name(contract)}</dt>
          <dd className="text-muted">
            {isKnownContract(contract) ? t(`contractTexts.${contract}`) : t('page.otherContract')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

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

const look = 'rounded-xs text-accent hover:underline'

interface OriginProps {
  shop: string
  card: CardTokenItem
}

export function Origin({ shop, card }: OriginProps) {
  const t = useTranslations('cardTokens')
  const { source, notification_id: notification, checkout_id: checkout } = card
  if (checkout)
    return (
      <Link href={`/shops/${shop}/checkouts/${checkout}` as Route} className={look}>
        {t(source === 'pasted' ? 'sources.pastedCheckout' : 'sources.checkout')}
      </Link>
    )
  if (notification)
    return (
      <Link href={`/shops/${shop}/notifications?open=${notification}` as Route} className={look}>
        {t('sources.notification')}
      </Link>
    )
  return t(`sources.${source}`)
}

/** Links to the card's customer, if known. */
export function CustomerLink({ shop, card }: OriginProps) {
  const { customer_id: id, customer_name: name, email } = card
  if (!id) return <bdi>{email ?? '–'}</bdi>
  return (
    <Link href={`/shops/${shop}/customers/${id}` as Route} className={look}>
      <bdi>{name ?? email ?? id}</bdi>
    </Link>
  )
}
