'use client'
import { useTranslations } from 'use-intl'
import type { TimelineEntry } from '@/lib/customers/schema'
import { useCustomerTitle } from './use-customer'

type Change = Extract<TimelineEntry, { kind: 'change' }>

/** Message keys of the actions. Unknown actions appear by their name. */
const messageKeys = {
  'customer.created': 'created',
  'customer.labelled': 'labelled',
  'customer.corrected': 'corrected',
  'customer.revealed': 'revealed',
  'customer.merged': 'merged',
  'customer.unmerged': 'unmerged',
  'customer.anonymised': 'anonymised',
} as const
const isWorded = (action: string): action is keyof typeof messageKeys => Object.hasOwn(messageKeys, action)

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const fields = ['email', 'phone', 'address'] as const

/** Returns the title and the details of a change that was made in Counterfoil. */
export function useChangeText(shop: string, change: Change): { title: string; text: string } {
  const t = useTranslations('customers.changes')
  const { action, detail, customer_id: id } = change
  const isOfMerge = action === 'customer.merged' || action === 'customer.unmerged'
  const otherTitle = useCustomerTitle(shop, isOfMerge ? otherOf(detail, id) : null)
  if (!isWorded(action)) return { title: action, text: '' }
  const textOfChange = {
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
    merged: () => otherTitle,
    unmerged: () => otherTitle,
    // Retention acts without a person, so the text gives its period as the reason.
    anonymised: () =>
      typeof detail.retention_months === 'number' ? t('retained', { months: detail.retention_months }) : '',
  }[messageKeys[action]]()
  return {
    title: t(messageKeys[action]),
    text: typeof textOfChange === 'string' ? textOfChange : textOfChange.join(' · '),
  }
}

/** Returns the other one of two merged customers. */
function otherOf({ kept, other }: Change['detail'], id: string): string | null {
  const found = kept === id ? other : kept
  return typeof found === 'string' ? found : null
}
