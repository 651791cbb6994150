import type { CardSource, CheckoutFormInput } from '@/lib/gateway/checkouts/form'
import type { CustomerFieldName } from '@/lib/gateway/customers/fields'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'

export type KnownCard = Pick<
  NonNullable<CheckoutPage['storedCard']>,
  'brand' | 'last_4' | 'exp_month' | 'exp_year'
>

/** A way to provide a card: a known one, or one that is typed in (`card` null). */
export interface Choice {
  id: string
  source: CardSource
  card: KnownCard | null
  cardId?: string
  isCodeNeeded: boolean
}

/** Returns the available choices, the preselected one first. */
export function choicesOf({
  sources,
  storedCard,
  savedCards,
}: Pick<CheckoutPage, 'sources' | 'storedCard' | 'savedCards'>): Choice[] {
  return sources.flatMap((source): Choice[] => {
    if (source === 'entered') return [{ id: 'entered', source, card: null, isCodeNeeded: true }]
    if (source === 'stored')
      return storedCard
        ? [{ id: 'stored', source, card: storedCard, isCodeNeeded: storedCard.isCodeNeeded }]
        : []
    return savedCards.map((card) => ({ id: card.id, source, card, cardId: card.id, isCodeNeeded: true }))
  })
}

const cardValues = {
  entered: ['number', 'expiry', 'verification_value', 'holder', 'save'],
  stored: ['verification_value'],
  saved: ['verification_value'],
} as const

/** Returns the request body. Drops a number that was typed before another card was chosen. */
export function checkoutBody(
  values: CheckoutFormInput,
  { source, cardId }: Choice,
  fields: readonly CustomerFieldName[],
): CheckoutFormInput {
  const names = [...cardValues[source], ...fields]
  const own = Object.fromEntries(names.map((name) => [name, values[name]]))
  return { ...own, attempt: values.attempt, source, card_id: cardId }
}
