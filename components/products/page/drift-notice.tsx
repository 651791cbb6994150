'use client'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { ProductDetail } from '@/lib/contracts/product'
import { useFieldText } from '@/components/product-values/field-text'

/** What the gateway has now instead of what was last sent from here: somebody changed it elsewhere. */
export function DriftNotice({ product: { drift, currency } }: { product: ProductDetail }) {
  const t = useTranslations('products.drift')
  const { label, text } = useFieldText()
  const fields = Object.entries(drift)
  if (fields.length === 0) return null
  const sentCurrency = typeof drift.currency?.sent === 'string' ? drift.currency.sent : currency
  return (
    <section aria-label={t('title')} className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <p className="font-medium">{t('title')}</p>
      <ul className="mt-1 grid gap-0.5">
        {fields.map(([field, { now, sent, sent_at: at, sent_by: by }]) => (
          <li key={field} className="wrap-anywhere">
            {t('field', {
              field: label(field),
              now: text(field, now, currency),
              sent: text(field, sent, sentCurrency),
            })}{' '}
            {at && t.rich(by ? 'sentBy' : 'sentAt', { by: by ?? '', when: when(at) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
