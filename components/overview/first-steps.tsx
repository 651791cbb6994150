'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import { cx } from '@/components/ui/cx'
import { toast } from '@/components/ui/overlays/toast-store'
import type { StepProblem } from '@/lib/overview/choices'
import type { FirstSteps as AllSteps } from '@/lib/overview/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { changeFirstSteps, firstStepsOptions } from '@/lib/overview/client'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { Link } from '../ui/link'
import { DemoPayment } from './demo-payment'

type FirstStep = AllSteps['steps'][number]

interface FirstStepsProps {
  shop: Pick<ShopDetail, 'id' | 'mode' | 'notification_url'>
  /** Whether the steps come first. Then they contain the demo payments. */
  isFirst?: boolean
}

/** Lists the first steps of a new shop. Steps are ticked off by the shop's data. The card can be dismissed. */
export function FirstSteps({ shop, isFirst = false }: FirstStepsProps) {
  const t = useTranslations('overview.steps')
  const { data } = useQuery(firstStepsOptions(shop.id))
  const pressed = useRef<HTMLButtonElement>(null)
  const change = useChange(shop.id, pressed)
  if (!data) return null
  const done = data.steps.filter((step) => step.done).length
  const failure = change.isError && (
    <p role="alert" className="mt-2 text-sm text-danger">
      {t('notSaved')}
    </p>
  )
  if (data.dismissed)
    return done < data.steps.length ? (
      <div>
        <Button
          ref={pressed}
          variant="ghost"
          size="sm"
          className="w-full"
          isPending={change.isPending}
          onPress={() => change.mutate({ isDismissed: false })}
        >
          {t('restore')}
        </Button>
        {failure}
      </div>
    ) : null
  return (
    <Card>
      <Section
        title={t('title')}
        sub={t('progress', { done, all: data.steps.length })}
        actions={
          <Button
            ref={pressed}
            variant="ghost"
            size="sm"
            isPending={change.isPending}
            onPress={() => change.mutate({ isDismissed: true })}
          >
            {t('dismiss')}
          </Button>
        }
      >
        <ol className="grid gap-2.5">
          {data.steps.map((step) => (
            <Step key={step.name} {...step} mode={shop.mode}>
              {step.name === 'payment' && shop.mode === 'sandbox' && isFirst ? (
                <DemoPaymentHint shop={shop.id} />
              ) : (
                !step.done && (
                  <>
                    {step.problem && <Problem shop={shop.id} problem={step.problem} />}
                    <StepHint {...step} shop={shop} />
                  </>
                )
              )}
            </Step>
          ))}
        </ol>
        {failure}
      </Section>
    </Card>
  )
}

/** `isUndo`: from the button of a message. The card may be gone by then, so a failure needs a message too. */
interface Change {
  isDismissed: boolean
  isUndo?: boolean
}

function useChange(shop: string, pressed: RefObject<HTMLButtonElement | null>) {
  const t = useTranslations('overview.steps')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ isDismissed }: Change) => changeFirstSteps(shop, { dismissed: isDismissed }),
    onSuccess: (steps) => {
      passFocusOn(pressed.current)
      storeAnswer(client, firstStepsOptions(shop).queryKey, steps)
      const undo = () => change.mutate({ isDismissed: false, isUndo: true })
      if (steps.dismissed) toast(t('dismissed'), 'ok', { action: { label: t('undo'), run: undo } })
    },
    onError: (error, { isUndo }) => {
      if (isUndo) toast(t('notSaved'), 'bad', { lifetimeMs: Infinity, error })
    },
  })
  return change
}

interface StepProps extends Pick<FirstStep, 'name' | 'done' | 'problem'> {
  mode: ShopDetail['mode']
  children: ReactNode
}

function Step({ name, done, problem, mode, children }: StepProps) {
  const t = useTranslations('overview.steps')
  const [Icon, color] = done
    ? [CircleCheck, 'text-accent']
    : problem
      ? [TriangleAlert, 'text-warn']
      : [Circle, 'text-faint']
  return (
    <li className="flex gap-2 text-base">
      <Icon aria-hidden size={16} className={cx('mt-0.5 shrink-0', color)} />
      <div className="min-w-0">
        <p className={cx(done && 'text-muted')}>
          {t(name === 'payment' && mode === 'live' ? 'names.paymentReal' : `names.${name}`)}
          <span className="sr-only"> {t(done ? 'isDone' : 'isOpen')}</span>
        </p>
        {children && <div className="mt-0.5 text-sm text-muted">{children}</div>}
      </div>
    </li>
  )
}

/** The page at which each problem can be fixed. */
const remedies: Record<StepProblem, string> = {
  not_read: '/settings/gateway',
  credentials_failed: '/notifications?authenticity=unverified',
  no_evidence: '/notifications?authenticity=unverified',
  network_outside: '/settings/notifications',
  signature_failed: '/settings/notifications',
  no_key: '/settings/notifications',
}

function Problem({ shop, problem }: { shop: string; problem: StepProblem }) {
  const t = useTranslations('overview.steps')
  const mayConfigure = useMay('notifications.configure')
  const address = remedies[problem]
  return (
    <p className="mb-1 text-warn">
      {t(`problems.${problem}`)}{' '}
      {(mayConfigure || address.startsWith('/notifications')) && (
        <Link href={`/shops/${shop}${address}` as Route} className={linkClass}>
          {t(`remedies.${problem}`)}
        </Link>
      )}
    </p>
  )
}

const linkClass = 'inline-flex min-h-6 items-center rounded-xs text-accent hover:underline'

const addresses = {
  product: '/products/new',
  payment: '/checkouts/new',
  colleague: '/settings/people',
} as const

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

type StepHintProps = Pick<FirstStepsProps, 'shop'> & Pick<FirstStep, 'name' | 'problem'>

/** Says what to do next, or what the step waits for, unless there is a problem. */
function StepHint({ name, problem, shop }: StepHintProps) {
  const t = useTranslations('overview.steps')
  const mayInvite = useMay('people.manage')
  if (name === 'shop' || name === 'key') return problem === null && t(`ways.${name}`)
  if (name === 'address')
    return shop.mode === 'sandbox' ? (
      t('ways.addressSandbox')
    ) : (
      <AddressHint shop={shop} isWaiting={problem === null} />
    )
  if (name === 'colleague' && !mayInvite) return t('ways.colleagueAsk')
  return (
    <Link href={`/shops/${shop.id}${addresses[name]}` as Route} className={linkClass}>
      {t(`ways.${name}`)}
    </Link>
  )
}

function AddressHint({ shop, isWaiting }: Pick<FirstStepsProps, 'shop'> & { isWaiting: boolean }) {
  const t = useTranslations('overview.steps')
  return (
    <>
      {isWaiting && `${t('ways.addressWaiting')} `}
      {t('ways.address')}
      <span className="mt-1 flex items-center gap-1">
        <code className="min-w-0 rounded-xs bg-sunken px-1.5 py-0.5 font-mono text-xs wrap-anywhere text-text">
          {shop.notification_url}
        </code>
        <CopyButton isIcon text={shop.notification_url} label={t('copyAddress')} />
      </span>
      <UnreachableNote shop={shop} />
    </>
  )
}
