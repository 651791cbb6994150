'use client'
import { Printer } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkRow } from '@/components/counterfoil/link-row'
import { QrStub } from '@/components/counterfoil/qr-stub'
import { LinkButton } from '@/components/ui/link'
import { Tabs } from '@/components/ui/tabs'

interface QrPartProps {
  shop: string
  id: string
  payUrl: string
  confirmUrl: string | null
  hasCopy?: boolean
}

export function QrPart({ shop, id, payUrl, confirmUrl, hasCopy = false }: QrPartProps) {
  const t = useTranslations('products')
  // In the dialog it is directly under the title.
  const Heading = hasCopy ? 'h3' : 'h4'
  const [kind, setKind] = useState<'pay' | 'confirm'>('pay')
  const stub = (url: string, page: string, label: string, suffix = '') => (
    <>
      <QrStub url={url} label={label} fileName={`${id}${suffix}`} />
      {hasCopy && (
        <ul className="mt-3">
          <LinkRow label={page} hint={t(suffix === '' ? 'payPageHint' : 'confirmPageHint')} url={url} />
        </ul>
      )}
    </>
  )
  const pay = stub(payUrl, t('payPage'), t('qrLabel'))
  return (
    <>
      {confirmUrl ? (
        <Tabs
          aria-label={t('share.leadsTo')}
          title={<Heading className="text-md font-semibold">{t('share.leadsTo')}</Heading>}
          selectedKey={kind}
          onSelectionChange={(key) => setKind(key === 'confirm' ? 'confirm' : 'pay')}
          items={[
            { id: 'pay', label: t('payPage'), content: pay },
            {
              id: 'confirm',
              label: t('confirmPage'),
              content: stub(confirmUrl, t('confirmPage'), t('share.confirmQrLabel'), '-confirm'),
            },
          ]}
        />
      ) : (
        pay
      )}
      <div className="mt-3 flex justify-center">
        <LinkButton
          size="sm"
          href={
            `/shops/${shop}/products/print?ids=${encodeURIComponent(id)}${kind === 'confirm' ? '&link=confirm' : ''}` as Route
          }
          icon={<Printer aria-hidden size={15} />}
        >
          {t('share.printSheet')}
        </LinkButton>
      </div>
    </>
  )
}
