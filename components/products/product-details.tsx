'use client'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { useIsHydrated } from '@/components/time/hydrated'
import { Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import { DescriptionList } from '@/components/ui/text/description-list'
import type { ProductDetail } from '@/lib/products/schema'
import { languageName } from '@/lib/core/format/names'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { ProductDescription } from './page/product-description'
import { Provenance } from './page/provenance'
import { Period } from './period'
import { Stock } from './stock'
import { TransactionType } from './transaction-type'

/** About the longest title that phones show in full. */
const wholeTitle = 20

/** Shows the product's fields, with the provenance of those the gateway may not echo. */
export function ProductDetails({ product }: { product: ProductDetail }) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  const { name, currency, amount, return_url: returnUrl, sources } = product
  const sourced = (field: keyof typeof sources, value: ReactNode) => (
    <>
      {sources[field] === 'unknown' ? <span className="text-faint">{t('notTold')}</span> : value}
      <Provenance product={product} field={field} />
    </>
  )
  return (
    <Section title={t('details')}>
      <DescriptionList
        items={[
          // The name is the page's title, which phones cut.
          ...(name !== null && name.length > wholeTitle
            ? [{ term: t('name'), value: name, className: 'md:hidden' }]
            : []),
          { term: t('description'), value: <ProductDescription text={product.description ?? '–'} /> },
          {
            term: t('price'),
            value: (
              <>
                {amountText(product) ?? '–'}{' '}
                <span className="font-mono text-xs text-muted">{`${amount ?? ''} ${currency ?? ''}`}</span>
              </>
            ),
          },
          { term: t('stock'), value: <Stock product={product} /> },
          {
            term: t('payableUntil'),
            value: sourced(
              product.immortal === true || product.expired_at === null ? 'immortal' : 'expired_at',
              <Period product={product} />,
            ),
          },
          { term: t('type'), value: <TransactionType type={product.transaction_type} /> },
          { term: t('language'), value: <Language code={product.language} /> },
          { term: t('buyerFields'), value: sourced('visible_fields', <BuyerFields product={product} />) },
          {
            term: t('returnUrl'),
            value: sourced('return_url', <span className="break-all">{returnUrl ?? t('shopDefault')}</span>),
          },
          ...(product.shop_id === null
            ? []
            : [{ term: t('shopId'), value: sourced('shop_id', String(product.shop_id)) }]),
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
  const common = useTranslations('common')
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono text-xs break-all">{id}</span>
      <CopyButton
        isIcon
        text={id}
        label={t('copyId')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
    </span>
  )
}

function BuyerFields({ product: { visible_fields: fields } }: { product: ProductDetail }) {
  const t = useTranslations('products')
  const names = customerFieldNames.filter((name) => fields?.includes(name)).map((name) => t(`fields.${name}`))
  return names.length > 0 ? names.join(', ') : t('noFields')
}
