'use client'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { DescriptionList } from '@/components/ui/description-list'
import type { ProductDetail } from '@/lib/contracts/product'
import { languageName } from '@/lib/format/names'
import { customerFieldNames } from '@/lib/gateway/customer-fields'
import { Period } from './period'
import { Stock } from './stock'

/** What is known of a product; where the gateway does not say, so does this. */
export function ProductDetails({ product }: { product: ProductDetail }) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  const locale = useLocale()
  const { amountText } = useMoney()
  const { currency, amount, language, return_url: returnUrl, sources } = product
  return (
    <Section title={t('details')}>
      <DescriptionList
        items={[
          { term: t('name'), value: <span className="wrap-anywhere">{product.name ?? '–'}</span> },
          {
            term: t('description'),
            value: <span className="wrap-anywhere">{product.description ?? '–'}</span>,
          },
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
          { term: t('payableUntil'), value: <Period product={product} /> },
          { term: t('type'), value: product.transaction_type ?? '–' },
          { term: t('language'), value: language ? `${languageName(language, locale)} (${language})` : '–' },
          { term: t('buyerFields'), value: <BuyerFields product={product} /> },
          {
            term: t('returnUrl'),
            value: <Sourced source={sources.return_url}>{returnUrl ?? t('shopDefault')}</Sourced>,
          },
          { term: t('created'), value: product.created_at ? <RelativeTime at={product.created_at} /> : '–' },
          {
            term: t('id'),
            value: (
              <span className="flex items-center gap-1">
                <span className="min-w-0 truncate font-mono text-xs">{product.id}</span>
                <CopyButton
                  isIcon
                  text={product.id}
                  label={t('copyId')}
                  copiedLabel={common('copied')}
                  failedLabel={common('copyFailed')}
                />
              </span>
            ),
          },
        ]}
      />
      {Object.values(sources).includes('submitted') && (
        <p className="mt-3 text-sm text-muted">{t('submittedNote')}</p>
      )}
    </Section>
  )
}

function Sourced({
  source,
  children,
}: {
  source: ProductDetail['sources']['return_url']
  children: ReactNode
}) {
  const t = useTranslations('products')
  if (source === 'unknown') return <span className="text-faint">{t('notTold')}</span>
  return <span className="break-all">{children}</span>
}

function BuyerFields({ product: { visible_fields: fields, sources } }: { product: ProductDetail }) {
  const t = useTranslations('products')
  if (sources.visible_fields === 'unknown') return <span className="text-faint">{t('notTold')}</span>
  const names = customerFieldNames.filter((name) => fields?.includes(name)).map((name) => t(`fields.${name}`))
  return names.length > 0 ? names.join(', ') : t('noFields')
}
