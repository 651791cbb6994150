'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import { cx } from '@/components/ui/cx'
import { toast } from '@/components/ui/overlays/toast-store'
import type { FirstStepName } from '@/lib/overview/choices'
import type { ShopDetail } from '@/lib/core/shop'
import { changeFirstSteps, firstStepsOptions } from '@/lib/overview/client'
import { Link } from '../ui/link'
import { DemoPayment } from './demo-payment'

interface FirstStepsProps {
  shop: Pick<ShopDetail, 'id' | 'mode' | 'notification_url'>
  /** Whether the steps stand first. Then they contain the demo payments. */
  isFirst?: boolean
}

/** Lists the first steps of a new shop. Steps are ticked off by the shop's data. The card can be dismissed. */
export function FirstSteps({ shop, isFirst = false }: FirstStepsProps) {
  const t = useTranslations('overview.steps')
  const { data } = useQuery(firstStepsOptions(shop.id))
  const change = useChange(shop.id)
  if (!data) return null
  const done = data.steps.filter((step) => step.done).length
  if (data.dismissed)
    return done < data.steps.length ? (
      <Button variant="ghost" size="sm" isPending={change.isPending} onPress={() => change.mutate(false)}>
        {t('restore')}
      </Button>
    ) : null
  return (
    <Card>
      <Section
        title={t('title')}
        sub={t('progress', { done, all: data.steps.length })}
        actions={
          <Button variant="ghost" size="sm" isPending={change.isPending} onPress={() => change.mutate(true)}>
            {t('dismiss')}
          </Button>
        }
      >
        <ol className="grid gap-2.5">
          {data.steps.map(({ name, done: isDone }) => (
            <Step key={name} name={name} isDone={isDone}>
              {name === 'payment' && shop.mode === 'sandbox' && isFirst ? (
                <DemoPaymentHint shop={shop.id} />
              ) : (
                !isDone && <StepHint name={name} shop={shop} />
              )}
            </Step>
          ))}
        </ol>
        {change.isError && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {t('notSaved')}
          </p>
        )}
      </Section>
    </Card>
  )
}

function useChange(shop: string) {
  const t = useTranslations('overview.steps')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (dismissed: boolean) => changeFirstSteps(shop, { dismissed }),
    onSuccess: (steps) => {
      client.setQueryData(firstStepsOptions(shop).queryKey, steps)
      if (steps.dismissed)
        toast(t('dismissed'), 'ok', { action: { label: t('undo'), run: () => change.mutate(false) } })
    },
  })
  return change
}

function Step({ name, isDone, children }: { name: FirstStepName; isDone: boolean; children: ReactNode }) {
  const t = useTranslations('overview.steps')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex gap-2 text-base">
      <Icon aria-hidden size={16} className={cx('mt-0.5 shrink-0', isDone ? 'text-accent' : 'text-faint')} />
      <div className="min-w-0">
        <p className={cx(isDone && 'text-muted')}>
          {t(`names.${name}`)}
          <span className="sr-only"> {t(isDone ? 'isDone' : 'isOpen')}</span>
        </p>
        {children && <div className="mt-0.5 text-sm text-muted">{children}</div>}
      </div>
    </li>
  )
}

const addresses: Partial<Record<FirstStepName, string>> = {
  product: '/products/new',
  payment: '/checkouts/new',
  colleague: '/settings/people',
}

/** The button stays after a payment, as its results are then visible. */
function DemoPaymentHint({ shop }: { shop: string }) {
  const t = useTranslations('overview.steps')
  return (
    <>
      {t('ways.paymentSandbox')}
      <DemoPayment shop={shop} className="mt-1.5" />
    </>
  )
}

function StepHint({ name, shop }: Pick<FirstStepsProps, 'shop'> & { name: FirstStepName }) {
  const t = useTranslations('overview.steps')
  const common = useTranslations('common')
  const mayInvite = useMay('people.manage')
  const address = addresses[name]
  if (name === 'address' && shop.mode === 'live')
    return (
      <>
        {t('ways.address')}
        <span className="mt-1 flex items-center gap-1">
          <code className="min-w-0 rounded-xs bg-sunken px-1.5 py-0.5 font-mono text-xs wrap-anywhere text-text">
            {shop.notification_url}
          </code>
          <CopyButton
            isIcon
            size="sm"
            text={shop.notification_url}
            label={t('copyAddress')}
            copiedLabel={common('copied')}
            failedLabel={common('copyFailed')}
          />
        </span>
        <UnreachableNote shop={shop} />
      </>
    )
  if (name === 'address') return t('ways.addressSandbox')
  if (name === 'colleague' && !mayInvite) return t('ways.colleagueAsk')
  if (address === undefined) return t('ways.shop')
  return (
    <Link
      href={`/shops/${shop.id}${address}` as Route}
      className="inline-flex min-h-6 items-center rounded-xs text-accent hover:underline"
    >
      {t(`ways.${name as 'product' | 'payment' | 'colleague'}`)}
    </Link>
  )
}
