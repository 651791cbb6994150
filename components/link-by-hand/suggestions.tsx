import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Button } from '@/components/ui/button'
import { shortName } from '@/lib/core/format/shortened'
import { titleOf } from '@/lib/customers/name'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { customerListOptions } from '@/lib/customers/client'
import { productListOptions } from '@/lib/products/client'
import type { Target, LinkTarget } from './link-choice'

interface SuggestionsProps {
  shop: string
  target: Target
  about: SuggestionSource
  onPick: (thing: LinkTarget) => void
}

/** Suggests records that fit the notification or payment, below the search field. */
export function Suggestions({ target, ...props }: SuggestionsProps) {
  if (target === 'checkout') return <Checkouts {...props} />
  return target === 'product' ? <Products {...props} /> : <Customers {...props} />
}

type OneProps = Omit<SuggestionsProps, 'target'>

function Checkouts({ shop, about, onPick }: OneProps) {
  const filters = suggestedBy(about).checkout
  const { amountText } = useMoney()
  const { data } = useQuery({ ...checkoutListOptions(shop, filters ?? {}), enabled: filters !== null })
  const things = data?.items.map((item) => ({
    id: item.id,
    name: item.description,
    note: amountText(item),
  }))
  return <Offer things={filters && things} onPick={onPick} />
}

function Products({ shop, about, onPick }: OneProps) {
  const filters = suggestedBy(about).product
  const { amountText } = useMoney()
  const { data } = useQuery({
    ...productListOptions(shop, filters ?? {}),
    enabled: filters !== null,
    refetchInterval: false,
  })
  const things = data?.items.map((item) => ({
    id: item.id,
    name: item.name ?? item.id,
    note: amountText(item),
  }))
  return <Offer things={filters && things} onPick={onPick} />
}

function Customers({ shop, about, onPick }: OneProps) {
  const filters = suggestedBy(about).customer
  const { data } = useQuery({
    ...customerListOptions(shop, filters ?? {}),
    enabled: filters !== null,
    refetchInterval: false,
  })
  const things = data?.items.map((item) => ({ id: item.id, name: titleOf(item), note: null }))
  return <Offer things={filters && things} onPick={onPick} />
}

interface OfferProps {
  things: readonly (LinkTarget & { note: string | null })[] | null | undefined
  onPick: (thing: LinkTarget) => void
}

function Offer({ things, onPick }: OfferProps) {
  const t = useTranslations('notifications.changed')
  if (!things?.length) return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="text-muted">{t('suggested')}</span>
      {things.map(({ id, name, note }) => (
        <Button key={id} size="sm" onPress={() => onPick({ id, name })}>
          <bdi>{shortName(name)}</bdi>
          {note && ` · ${note}`}
        </Button>
      ))}
    </div>
  )
}

/** What a notification or a payment says about itself. `amount`: in minor units. */
export type SuggestionSource = {
  tracking_id: string | null
  amount: number | null
  currency: string | null
  description: string | null
  email: string | null
}

const limit = 3

/**
 * Returns the searches for suggestions: checkouts by tracking ID or else by amount, products by description, customers
 * by e-mail. Each is null if there is no such value.
 */
export function suggestedBy({
  tracking_id: trackingId,
  amount,
  currency,
  description,
  email,
}: SuggestionSource) {
  const byAmount =
    amount !== null && currency !== null
      ? { amount_from: amount, amount_to: amount, currency: [currency], limit }
      : null
  return {
    checkout: trackingId ? { q: trackingId, limit } : byAmount,
    product: description ? { q: description, limit } : null,
    // A masked address would match nothing.
    customer: email && !/[*•]/.test(email) ? { q: email, limit } : null,
  }
}
