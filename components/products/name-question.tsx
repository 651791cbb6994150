'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Link } from '@/components/ui/link'
import type { ProductListItem } from '@/lib/products/schema'
import { productListOptions } from '@/lib/products/client'
import { sameName } from './same-name'

const AskDialog = dynamic(() => import('@/components/ui/ask-dialog'), { loading: () => null })

/** So many of those with a similar name are compared. */
const limit = 50
const longestSearch = 100

/** Asks once before a product is made under a name that another one has. */
export function useNameQuestion(shop: string, onConfirm: () => void) {
  const t = useTranslations('products.edit')
  const common = useTranslations('common')
  const { amountText } = useMoney()
  const client = useQueryClient()
  const answered = useRef<string>(undefined)
  const [asked, setAsked] = useState<{ name: string; twin: ProductListItem } | null>(null)

  /** Whether the product has to wait for an answer; it is sent again by `onConfirm`. */
  async function asks(name: string): Promise<boolean> {
    if (answered.current === name) return false
    const options = productListOptions(shop, { q: name.slice(0, longestSearch), archived: 'include', limit })
    // If the check fails, saving goes ahead; the request reports what is wrong.
    const page = await client.query({ ...options, staleTime: 0 }).catch(() => null)
    const found = page?.items.find((item) => sameName(item.name, name))
    if (found) setAsked({ name, twin: found })
    else answered.current = name
    return found !== undefined
  }
  const dialog: ReactNode = asked && (
    <AskDialog
      title={t('sameName')}
      confirmLabel={t('sameNameEvenSo')}
      cancelLabel={common('cancel')}
      closeLabel={common('close')}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        answered.current = asked.name
        setAsked(null)
        onConfirm()
      }}
    >
      <p className="text-md/5">{t('sameNameText')}</p>
      <p className="mt-2 text-md/5 wrap-anywhere">
        <Link
          href={`/shops/${shop}/products/${asked.twin.id}` as Route}
          target="_blank"
          className="underline"
        >
          <bdi>{asked.twin.name}</bdi>
        </Link>{' '}
        {amountText(asked.twin)}
      </p>
    </AskDialog>
  )
  return { asks, dialog }
}
