'use client'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { type Findable, FindList, useFinding } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { useMoney } from '@/components/money/use-money'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { customerListOptions } from '@/lib/customers/client'
import { foundCustomer } from '@/lib/customers/name'
import { productListOptions } from '@/lib/products/client'
import { ChosenTargets, type Target } from './link-choice'

export function CheckoutSearch(props: SearchProps) {
  const { typed, query, foundIn } = useFinding(props.firstText)
  const { amountText } = useMoney()
  const checkouts = useQuery(checkoutListOptions(props.shop, query))
  const found = foundIn(checkouts)?.map((checkout) => ({
    id: checkout.id,
    title: checkout.description,
    note: [amountText(checkout), checkout.tracking_id].filter(Boolean).join(' · '),
  }))
  return <TargetSearch {...props} {...typed} target="checkout" found={found} isFailed={checkouts.isError} />
}

export function CustomerSearch(props: SearchProps) {
  const { typed, query, foundIn } = useFinding(props.firstText)
  const customers = useQuery({ ...customerListOptions(props.shop, query), refetchInterval: false })
  const found = foundIn(customers)?.map(foundCustomer)
  return <TargetSearch {...props} {...typed} target="customer" found={found} isFailed={customers.isError} />
}

export function ProductSearch(props: SearchProps) {
  const { typed, query, foundIn } = useFinding(props.firstText)
  const { amountText } = useMoney()
  const products = useQuery({ ...productListOptions(props.shop, query), refetchInterval: false })
  const found = foundIn(products)?.map((product) => ({
    id: product.id,
    title: product.name ?? product.id,
    note: [amountText(product), product.id].filter(Boolean).join(' · '),
  }))
  return <TargetSearch {...props} {...typed} target="product" found={found} isFailed={products.isError} />
}

type Typed = ReturnType<typeof useFinding>['typed']

interface TargetSearchProps extends SearchProps, Typed {
  target: Target
  found: readonly Findable[] | undefined
  isFailed: boolean
}

/** Searches one kind of record with the same search as its list. */
function TargetSearch({ target, found, isFailed, onPick, ...props }: TargetSearchProps) {
  const t = useTranslations('notifications.changed')
  const choose = useContext(ChosenTargets)
  const words = found ? t('nothingFound') : t('searching')
  return (
    <FindList
      {...props}
      label={t(`find.${target}`)}
      listLabel={t(`lists.${target}`)}
      items={found ?? []}
      nothing={isFailed ? t('searchFailed') : words}
      onPick={(id) => {
        onPick(id)
        choose(target, { id, name: found?.find((item) => item.id === id)?.title ?? id })
      }}
    />
  )
}
