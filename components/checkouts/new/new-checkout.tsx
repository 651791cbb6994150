'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Skeleton } from '@/components/ui/skeleton'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { checkoutDetailOptions } from '@/lib/checkouts/client'
import { customerDetailOptions } from '@/lib/customers/client'
import { initialForm } from './draft/begin'
import { Caution } from './parts/part'
import { NewCheckoutForm, type NewCheckoutFormProps } from './new-checkout-form'
import { namesUnknownCurrency, type Prefill } from './draft/prefill'

interface NewCheckoutProps extends Omit<NewCheckoutFormProps, 'begun' | 'notice'> {
  prefill: Prefill
  templates: readonly CheckoutTemplate[]
}

/** Loads the checkout and customer named in the URL, then shows the form filled with them. */
export function NewCheckout({ prefill, ...props }: NewCheckoutProps) {
  const { shop } = props
  const t = useTranslations('checkoutForm')
  const like = useQuery({ ...checkoutDetailOptions(shop, prefill.from ?? ''), enabled: !!prefill.from })
  const customer = useQuery({
    ...customerDetailOptions(shop, prefill.customer ?? ''),
    enabled: !!prefill.customer,
  })
  if ((prefill.from && like.isPending) || (prefill.customer && customer.isPending))
    return (
      <div role="status" aria-label={t('loading')} className="grid gap-3">
        <Skeleton className="h-8 w-52" />
        <Skeleton className="h-96 w-full max-w-[740px]" />
      </div>
    )
  const missing = [
    prefill.from && !like.data && t('notLike'),
    prefill.customer && !customer.data && t('customerNotRead'),
    prefill.template && !props.templates.some(({ id }) => id === prefill.template) && t('noTemplate'),
    namesUnknownCurrency(prefill) && t('noCurrency'),
  ].filter((text) => typeof text === 'string' && text !== '')
  return <Begun {...props} prefill={prefill} like={like.data} customer={customer.data} missing={missing} />
}

type BegunProps = NewCheckoutProps &
  Pick<Parameters<typeof initialForm>[0], 'like' | 'customer'> & { missing: readonly unknown[] }

function Begun({ prefill, like, customer, missing, ...props }: BegunProps) {
  const { overrides } = useMoney()
  const { templates, addresses, attempts, pageDefaults } = props
  // Computed once, so that later refetches do not overwrite what is typed.
  const [begun] = useState(() =>
    initialForm({
      prefill,
      overrides,
      templates,
      like,
      customer,
      addresses,
      attempts,
      pageDefaults,
    }),
  )
  return (
    <NewCheckoutForm
      {...props}
      begun={begun}
      notice={
        missing.length > 0 && (
          <div role="status" className="mb-3 grid gap-1">
            {missing.map((text) => (
              <Caution key={String(text)}>{String(text)}</Caution>
            ))}
          </div>
        )
      }
    />
  )
}
