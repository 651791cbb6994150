'use client'
import { pairClass } from '@/components/form/layout'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { Picked, Picker } from '@/components/form/fields/picker'
import { useFormField } from '@/components/form/fields/use-form-field'
import { useMay } from '@/components/frame/use-may'
import { cardTokenDetailOptions } from '@/lib/card-tokens/client'
import type { CardTokenItem } from '@/lib/card-tokens/schema'
import { cardText } from '@/lib/core/format/card'
import type { PartProps } from './part'
import type { CheckoutValues } from '../values'

const loadSearch = () => import('./searches').then((m) => m.CardSearch)
const tokenName = 'checkout.payment_method.credit_card.token'

/** Chooses a saved card, whose token stays on the server, or accepts a typed card token. */
export function CardChoice({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const form = useFormContext<CheckoutValues>()
  const mayUse = useMay('card_tokens.read')
  const id = useWatch({ control, name: 'card_token_id' })
  const choose = (card: string) => {
    form.setValue('card_token_id', card, { shouldDirty: true })
    form.clearErrors(tokenName)
  }
  if (id) return <Chosen control={control} shop={shop} id={id} onClear={() => choose('')} />
  if (!mayUse) return <p className="text-xs text-muted">{t('noCards')}</p>
  return (
    <div className={pairClass}>
      <Picker
        shop={shop}
        label={t('savedCard')}
        placeholder={t('findCard')}
        load={loadSearch}
        onPick={choose}
      />
      <FormTextField
        control={control}
        // Masked as a secret. With `off` browsers would fill in the password of this site.
        type="password"
        autoComplete="new-password"
        isMono
        name={tokenName}
        label={t('cardToken')}
        hint={t('cardTokenHint')}
      />
    </div>
  )
}

interface ChosenProps extends PartProps {
  shop: string
  id: string
  onClear: () => void
}

function Chosen({ control, shop, id, onClear }: ChosenProps) {
  const t = useTranslations('checkoutForm')
  const textOf = useCardText()
  const { data: card, isError } = useQuery(cardTokenDetailOptions(shop, id))
  // The server reports errors of the saved card under the token field.
  const { error } = useFormField({ control, name: tokenName }, t('savedCard'))
  return (
    <Picked
      field={tokenName}
      label={t('savedCard')}
      icon={<CreditCard aria-hidden size={14} className="shrink-0 text-muted" />}
      hint={isError ? t('cardNotRead') : t('savedCardHint')}
      error={error}
      clearLabel={t('clearCard')}
      onClear={onClear}
    >
      {card ? textOf(card) : t('aCard')}
    </Picked>
  )
}

/** Formats a card as “Visa •••• 1006 · 01/27”, without unknown parts. */
export function useCardText() {
  const t = useTranslations('checkoutForm')
  return ({ brand, last_4: last4, exp_month: month, exp_year: year }: CardTokenItem): string => {
    const name = cardText(brand ?? t('aCard'), last4)
    const until = month && year ? `${String(month).padStart(2, '0')}/${String(year).slice(-2)}` : ''
    return [name, until].filter(Boolean).join(' · ')
  }
}
