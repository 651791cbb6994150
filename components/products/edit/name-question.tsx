'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isAsSent } from '@/components/form/saved'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Link } from '@/components/ui/link'
import { productListOptions } from '@/lib/products/client'
import type { ProductListItem } from '@/lib/products/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const ConfirmDialog = dynamic(
  lazyWithMessages(() =>
    import('@/components/dialogs/confirm-dialog').then((module) => module.ConfirmDialog),
  ),
)

/** The number of similarly named products to compare. */
const limit = 50
const longestSearch = 100

interface NameQuestion {
  shop: string
  /** The product that is edited. Its own name is not asked about. */
  id?: string
  onConfirm: () => void
}

/** Asks once before a product gets the name of another one. */
export function useNameQuestion({ shop, id, onConfirm }: NameQuestion) {
  const t = useTranslations('products.edit')
  const { amountText } = useMoney()
  const client = useQueryClient()
  const answered = useRef<string>(undefined)
  const [asked, setAsked] = useState<{ name: string; other: ProductListItem } | null>(null)

  /** Returns whether saving must wait for an answer. On “yes”, `onConfirm` submits it again. */
  async function needsAnswer(name: string): Promise<boolean> {
    if (answered.current === name) return false
    const options = productListOptions(shop, { q: name.slice(0, longestSearch), archived: 'include', limit })
    // If the check fails, saving continues, and the save request reports any problem.
    const page = await client.query({ ...options, staleTime: 0 }).catch(() => null)
    const found = page?.items.find((item) => item.id !== id && isSameName(item.name, name))
    if (found) setAsked({ name, other: found })
    else answered.current = name
    return found !== undefined
  }
  const dialog: ReactNode = asked && (
    <ConfirmDialog
      title={t('sameName')}
      confirmLabel={t('sameNameEvenSo')}
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
          href={`/shops/${shop}/products/${asked.other.id}` as Route}
          target="_blank"
          className="underline"
        >
          <bdi>{asked.other.name}</bdi>
        </Link>{' '}
        {amountText(asked.other)}
      </p>
    </ConfirmDialog>
  )
  return { asks: needsAnswer, dialog }
}

const plain = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Compares product names without regard to spaces and case. */
export const isSameName = (one: string | null, other: string): boolean =>
  one !== null && plain(one) === plain(other)

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'setError'>

/**
 * Returns a function that asks before something is sent, and returns whether to continue: not while a question is open,
 * nor with a form that no longer holds what is to be sent. Text typed meanwhile may be incomplete, so it is not sent
 * instead.
 */
export const untilAnswered =
  <V extends FieldValues>(form: Form<V>, changedText: string) =>
  async (sent: V, asks: () => Promise<boolean>): Promise<boolean> => {
    if (await asks()) return false
    if (isAsSent(form, sent)) return true
    form.setError('root.server', { type: 'server', message: changedText })
    return false
  }
