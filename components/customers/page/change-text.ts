'use client'
import { useTranslations } from 'use-intl'
import type { TimelineEntry } from '@/lib/customers/schema'
import { useCustomerTitle } from './use-customer-title'

type Change = Extract<TimelineEntry, { kind: 'change' }>

/** What an action is called. One that is new here is shown by its name. */
const words = {
  'customer.created': 'created',
  'customer.labelled': 'labelled',
  'customer.corrected': 'corrected',
  'customer.revealed': 'revealed',
  'customer.merged': 'merged',
  'customer.unmerged': 'unmerged',
  'customer.anonymised': 'anonymised',
} as const
const isWorded = (action: string): action is keyof typeof words => Object.hasOwn(words, action)

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const fields = ['email', 'phone', 'address'] as const

/** A local change in words: what was done, and with what. */
export function useChangeText(shop: string, change: Change): { title: string; text: string } {
  const t = useTranslations('customers.changes')
  const { action, detail, customer_id: id } = change
  const isOfTwo = action === 'customer.merged' || action === 'customer.unmerged'
  const joined = useCustomerTitle(shop, isOfTwo ? other(detail, id) : null)
  if (!isWorded(action)) return { title: action, text: '' }
  const said = {
    created: () => '',
    revealed: () => '',
    labelled: () => [
      ...texts(detail.added).map((label) => t('added', { label })),
      ...texts(detail.removed).map((label) => t('removed', { label })),
    ],
    corrected: () => {
      const named = texts(detail.fields)
      return fields.filter((field) => named.includes(field)).map((field) => t(`fields.${field}`))
    },
    merged: () => joined,
    unmerged: () => joined,
    // By retention: nobody did it.
    anonymised: () =>
      typeof detail.retention_months === 'number' ? t('retained', { months: detail.retention_months }) : '',
  }[words[action]]()
  return { title: t(words[action]), text: typeof said === 'string' ? said : said.join(' · ') }
}

/** Of two that were joined, the one that it is not said of. */
function other({ kept, other: joined }: Change['detail'], id: string): string | null {
  const found = kept === id ? joined : kept
  return typeof found === 'string' ? found : null
}
