'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FindList } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { useSettled } from '@/components/ui/press/use-settled'
import { titleOf } from '@/lib/customers/name'
import { customerListOptions } from '@/lib/customers/client'

const limit = 8

export default function CustomerSearch({ shop, ...props }: SearchProps) {
  const t = useTranslations('checkoutForm')
  const [text, setText] = useState('')
  const q = useSettled(text.trim(), 150)
  const { data, isError, isPlaceholderData } = useQuery({
    ...customerListOptions(shop, { ...(q && { q }), limit }),
    refetchInterval: false,
  })
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const found = q === text.trim() && !isPlaceholderData ? data?.items : undefined
  const items = (found ?? []).map((customer) => {
    const title = titleOf(customer)
    const { id, email } = customer
    return { id, title, note: email && email !== title ? email : id }
  })
  return (
    <FindList
      {...props}
      label={t('findCustomer')}
      listLabel={t('customers')}
      text={text}
      onTextChange={setText}
      items={items}
      nothing={isError ? t('customersFailed') : found ? t('noCustomer') : t('searching')}
    />
  )
}
