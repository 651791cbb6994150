'use client'
import { ShieldAlert } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { Card, Section } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link'

const reasons = ['scope', 'systems', 'people', 'instead'] as const

/** Explains what typing in cards means, when the shop does not allow it, and who can change that. */
export function SwitchedOff({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens.off')
  const tokens = useTranslations('cardTokens')
  const mayConfigure = useMay('payments.configure')
  const mayAsk = useMay('checkouts.create')
  return (
    <>
      <DirectHeader shop={shop} />
      <Card className="max-w-[740px]">
        <Section title={t('title')}>
          <div className="flex gap-3">
            <ShieldAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-warn" />
            <div className="grid gap-2 text-md/5">
              {reasons.map((reason) => (
                <p key={reason}>{t(reason)}</p>
              ))}
            </div>
          </div>
          <div className="mt-4 flex flex-wrap gap-2">
            {mayAsk && (
              <LinkButton variant="primary" href={`/shops/${shop}/card-tokens/ask` as Route}>
                {tokens('ask')}
              </LinkButton>
            )}
            {mayConfigure && (
              <LinkButton href={`/shops/${shop}/settings/payments` as Route}>{t('settings')}</LinkButton>
            )}
          </div>
          {!mayConfigure && <p className="mt-3 text-md/5 text-muted">{t('who')}</p>}
        </Section>
      </Card>
    </>
  )
}

/** The header of the pages on which a card is typed in. */
export function DirectHeader({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  return (
    <PageHeader
      title={t('direct.title')}
      crumbs={[
        { label: t('title'), href: `/shops/${shop}/card-tokens` as Route },
        { label: t('direct.crumb') },
      ]}
      crumbsLabel={t('crumbs')}
    />
  )
}
