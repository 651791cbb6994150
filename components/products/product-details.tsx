'use client'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { useIsHydrated } from '@/components/ui/hydrated'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { CopyButton } from '@/components/ui/text/copy-button'
import { DescriptionList } from '@/components/ui/text/description-list'
import { visibleName } from '@/components/ui/text/visible-text'
import { languageName } from '@/lib/core/format/names'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import type { ProductField } from '@/lib/gateway/products/product'
import { isUnechoed, productFieldNames, type UnechoedField } from '@/lib/products/fields'
import type { ProductDetail } from '@/lib/products/schema'
import { FieldValue, Period, Stock, TransactionType } from './cells'

/** Fields that are shown specially, together with another, or above. */
const otherwiseShown: readonly ProductField[] = [
  ...(['name', 'description', 'amount', 'currency', 'quantity', 'infinite', 'expired_at'] as const),
  ...(['immortal', 'test', 'transaction_type', 'language', 'visible_fields', 'return_url'] as const),
]
const usualFields = productFieldNames.filter((field) => !otherwiseShown.includes(field))

/** About the longest title that phones show in full. */
const wholeTitle = 20

/** Shows the product's fields, with the provenance of those the gateway may not echo. */
export function ProductDetails({ product }: { product: ProductDetail }) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  const { name, currency, amount, return_url: returnUrl, sources } = product
  const sourced = (field: UnechoedField, value: ReactNode) => (
    <>
      {sources[field] === 'unknown' ? <span className="text-faint">{t('notTold')}</span> : value}
      <Provenance product={product} field={field} />
    </>
  )
  const usual = (field: ProductField) => {
    const value = <FieldValue product={product} field={field} />
    return { term: t(`label.${field}`), value: isUnechoed(field) ? sourced(field, value) : value }
  }
  return (
    <Section title={t('details')}>
      <DescriptionList
        items={[
          // The name is the page's title, which phones cut.
          ...(name !== null && name.length > wholeTitle
            ? [{ term: t('label.name'), value: name, className: 'md:hidden' }]
            : []),
          { term: t('label.description'), value: <ProductDescription text={product.description ?? '–'} /> },
          {
            term: t('label.amount'),
            value: (
              <>
                {amountText(product) ?? '–'}{' '}
                <span className="font-mono text-xs text-muted">{`${amount ?? ''} ${currency ?? ''}`}</span>
              </>
            ),
          },
          { term: t('label.quantity'), value: <Stock product={product} /> },
          {
            term: t('label.expired_at'),
            value: sourced(
              product.immortal === true || product.expired_at === null ? 'immortal' : 'expired_at',
              <Period product={product} />,
            ),
          },
          { term: t('label.transaction_type'), value: <TransactionType type={product.transaction_type} /> },
          { term: t('label.language'), value: <Language code={product.language} /> },
          {
            term: t('label.visible_fields'),
            value: sourced('visible_fields', <CustomerFields product={product} />),
          },
          {
            term: t('label.return_url'),
            value: sourced('return_url', <span className="break-all">{returnUrl ?? t('shopDefault')}</span>),
          },
          ...usualFields.filter((field) => product[field] !== null).map(usual),
          { term: t('created'), value: product.created_at ? <RelativeTime at={product.created_at} /> : '–' },
          { term: t('id'), value: <Identifier id={product.id} /> },
        ]}
      />
      <p className="mt-3 text-xs text-muted">{t('provenance.rest')}</p>
    </Section>
  )
}

/** Node and browsers format language names differently, so the name appears after hydration. */
function Language({ code }: { code: string | null }) {
  const locale = useLocale()
  const isHydrated = useIsHydrated()
  if (!code) return '–'
  return isHydrated ? `${languageName(code, locale)} (${code})` : code
}

function Identifier({ id }: { id: string }) {
  const t = useTranslations('products')
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono text-xs break-all">{id}</span>
      <CopyButton isIcon text={id} label={t('copyId')} />
    </span>
  )
}

function CustomerFields({ product: { visible_fields: fields } }: { product: ProductDetail }) {
  const t = useTranslations('products')
  const names = customerFieldNames.filter((name) => fields?.includes(name)).map((name) => t(`fields.${name}`))
  return names.length > 0 ? names.join(', ') : t('noFields')
}

/** About the number of characters that six lines hold. */
const shortText = 240
const shortLines = 6

/** Cuts a long description until it is expanded. */
function ProductDescription({ text }: { text: string }) {
  const t = useTranslations('products.page')
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > shortText || text.split('\n').length > shortLines
  return (
    <>
      <bdi className={cx('wrap-anywhere whitespace-pre-line', isLong && !isWhole && 'line-clamp-6')}>
        {visibleName(text)}
      </bdi>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="min-h-6 rounded-xs text-accent hover:underline"
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'showLess' : 'showAll')}
        </button>
      )}
    </>
  )
}

interface ProvenanceProps {
  product: Pick<ProductDetail, 'sources' | 'submissions'>
  field: UnechoedField
}

/** Where a value comes from that the gateway may not echo: the gateway, our last request, or unknown. */
function Provenance({ product: { sources, submissions }, field }: ProvenanceProps) {
  const t = useTranslations('products.provenance')
  const source = sources[field]
  const sent = submissions[field]
  return (
    <span className="mt-0.5 block text-xs text-muted">
      {source === 'submitted' && sent
        ? t.rich(sent.by ? 'submittedBy' : 'submittedAt', {
            by: sent.by ?? '',
            when: when(sent.at),
          })
        : t(source)}
    </span>
  )
}
