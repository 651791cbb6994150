'use client'
import { useTranslations } from 'use-intl'
import type { en } from '@/lib/core/i18n/en'
import { bulkOrder, type BulkOperation } from '@/lib/products/bulk'
import { importOrder } from '@/lib/jobs/import'
import { importKindOf } from '@/lib/jobs/import-targets'
import type { ProductSelection } from '@/lib/products/schema'
import { shownCopy, type JobDetail, type ShownCopy } from '@/lib/jobs/schema'
import { useAmountRangeText } from '@/components/money/use-amount-range-text'
import { useFieldText } from '@/components/product-values/field-text'

/** Returns a function that describes what a job does (`what`) and to which records (`which`). */
export function useOrderText() {
  const t = useTranslations('jobs')
  const operationText = useOperationText()
  const selectionText = useSelectionText()
  const copyText = ({ from, selection, match }: ShownCopy) => ({
    what: from ? t('operation.copy', { shop: from.name }) : t('operation.copyUnnamed'),
    which: [selection && selectionText(selection), match && t('copies.matched', { match })]
      .filter(Boolean)
      .join(' · '),
  })
  return ({ kind, order, undoes }: Pick<JobDetail, 'kind' | 'order' | 'undoes'>) => {
    const { what, which } = words()
    return undoes === null ? { what, which } : { what: t('operation.undo', { what }), which: null }

    function words(): { what: string; which: string | null } {
      if (importKindOf({ kind, undoes: null })) {
        const { data: file } = importOrder.safeParse(order)
        const text = file?.name ? t('operation.import', { name: file.name }) : t('operation.importUnnamed')
        return { what: text, which: null }
      }
      const { data: copy } = shownCopy.safeParse(kind === 'products.copy' ? order : null)
      if (copy) return copyText(copy)
      const { data: bulk } = bulkOrder.safeParse(order)
      if (!bulk) return { what: t('operation.other'), which: null }
      return { what: operationText(bulk.operation), which: selectionText(bulk.selection) }
    }
  }
}

function useOperationText() {
  const t = useTranslations('jobs.operation')
  const { text } = useFieldText()
  const percentText = useTextOfPercent()
  return (operation: BulkOperation): string => {
    switch (operation.kind) {
      case 'set_price':
        return t('set_price', { value: text('amount', operation.amount, operation.currency) })
      case 'change_price':
        return percentText(operation)
      case 'set_quantity':
        return operation.quantity === 'infinite'
          ? t('infinite')
          : t('set_quantity', { value: String(operation.quantity) })
      case 'extend_expiry': {
        const { by } = operation
        if ('days' in by) return t('days', { days: by.days })
        return 'until' in by ? t('until', { when: text('expired_at', by.until, null) }) : t('immortal')
      }
      case 'set_test':
        return t(operation.test ? 'makeTest' : 'makeReal')
      case 'archive':
      case 'restore':
        return t(operation.kind)
    }
  }
}

function useTextOfPercent() {
  const t = useTranslations('jobs.operation')
  return ({ percent, currency, rounding }: Extract<BulkOperation, { kind: 'change_price' }>): string => {
    const change = t(percent.startsWith('-') ? 'lower' : 'raise', { percent: percent.replace('-', '') })
    const rounded = t('rounded', { mode: t(`mode.${rounding.mode}`), step: rounding.step })
    return [change, currency && t('only', { currency }), rounded].filter(Boolean).join(', ')
  }
}

/** A filter whose words are those of the list (components/list/filters/filters.ts). */
type UsualFilter = keyof (typeof en)['products']['filters']

function useSelectionText() {
  const t = useTranslations('jobs.selection')
  const products = useTranslations('products')
  const rangeText = useAmountRangeText()
  const usualText = (name: UsualFilter, values: readonly (string | boolean)[]): string => {
    const wordOf = (value: string | boolean) => products(`filters.${name}.${value}` as 'filters.stock.low')
    return `${wordOf('label')}: ${values.map(wordOf).join(', ')}`
  }
  return (selection: ProductSelection): string => {
    if ('ids' in selection) return t('ids', { count: selection.ids.length })
    const { q, state, test, currency, transaction_type: type, archived, ...more } = selection.query
    const { amount_from: from = null, amount_to: to = null, attention, id: ids, ...rest } = more
    // If a filter were left out, the text would name too many products.
    const usual = Object.entries(rest) as [keyof typeof rest, string | boolean | readonly string[]][]
    const parts = [
      q && t('search', { q }),
      state?.map((one) => products(`state.${one}`)).join(', '),
      test === undefined ? undefined : t(test ? 'test' : 'real'),
      currency?.join(', '),
      rangeText({ from, to }, currency ?? []),
      attention && products(`list.attentionFor.${attention}`),
      ids && t('ids', { count: ids.length }),
      type && products(`types.${type}`),
      archived === 'only' ? t('archivedOnly') : archived === 'include' ? t('archivedToo') : undefined,
      ...usual.map(([name, value]) => usualText(name, [value].flat())),
    ].filter(Boolean)
    const all = parts.length === 0 ? t('all') : t('matching', { what: parts.join(' · ') })
    const count = selection.except?.length ?? 0
    return count === 0 ? all : `${all}, ${t('except', { count })}`
  }
}
