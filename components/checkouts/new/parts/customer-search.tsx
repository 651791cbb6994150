'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FindList, useFinding } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { customerListOptions } from '@/lib/customers/client'
import { foundCustomer } from '@/lib/customers/name'

export default function CustomerSearch({ shop, ...props }: SearchProps) {
  const t = useTranslations('checkoutForm')
  const { typed, query, foundIn } = useFinding()
  const customers = useQuery({ ...customerListOptions(shop, query), refetchInterval: false })
  const found = foundIn(customers)
  return (
    <FindList
      {...props}
      {...typed}
      label={t('findCustomer')}
      listLabel={t('customers')}
      items={found?.map(foundCustomer) ?? []}
      nothing={customers.isError ? t('customersFailed') : found ? t('noCustomer') : t('searching')}
    />
  )
}
