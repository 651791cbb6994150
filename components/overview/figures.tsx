'use client'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Card } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import type { Figures as Sums, Statistics } from '@/lib/overview/schema'
import { percentText, pointsText, type Change, changeOf, changeOfRate } from './change'
import { PaymentsLink, ReportLink } from './payments-link'

const names = ['paid', 'payments', 'success_rate', 'average'] as const
type Name = (typeof names)[number]

/** How many characters fit into half a phone's width. */
const roomOnPhone = 12

export function Figures({ statistics }: { statistics: Statistics }) {
  const t = useTranslations('overview.figures')
  const { now, before } = statistics
  const texts = useFigureTexts(statistics)
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {names.map((name) => (
        <Card key={name} className="relative px-4 py-3.5 max-md:px-3">
          <dt>
            <Definition term={t(`${name}.name`)}>{t(`${name}.definition`)}</Definition>
          </dt>
          <dd className="mt-0.5">
            <span
              className={cx(
                'block text-[1.4rem]/7 font-[620] tracking-[-0.015em] wrap-anywhere tabular-nums',
                // A break within a number would make it look like another one.
                texts(name, now).length > roomOnPhone ? 'max-md:text-sm/6' : 'max-md:text-lg/6',
              )}
            >
              {now.payments === 0 && (name !== 'success_rate' || now.failed === 0) ? (
                texts(name, now)
              ) : (
                <PaymentsLink days={statistics} counted={name === 'success_rate' ? 'paid_or_failed' : 'paid'}>
                  {texts(name, now)}
                </PaymentsLink>
              )}
            </span>
            <Comparison
              name={name}
              now={now}
              before={before}
              text={texts(name, before)}
              hasBefore={statistics.currency !== null && before[name] !== null}
            />
            {name === 'paid' && <RefundsAndChargebacks statistics={statistics} />}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

function useFigureTexts({ currency }: Statistics) {
  const { sumText } = useMoney()
  const t = useTranslations('overview')
  return (name: Name, sums: Sums): string => {
    if (name === 'payments') return t('count', { count: sums.payments })
    if (name === 'success_rate') return sums.success_rate === null ? '–' : percentText(sums.success_rate)
    const amount = name === 'paid' ? sums.paid : sums.average
    // Without payments there is no currency.
    return sumText({ amount, currency }) ?? (name === 'paid' ? '0' : '–')
  }
}

const colours = { up: 'text-accent', down: 'text-danger', same: 'text-muted' }

interface AgainstProps {
  name: Name
  now: Sums
  before: Sums
  text: string
  hasBefore: boolean
}

function Comparison({ name, now, before, text, hasBefore }: AgainstProps) {
  const t = useTranslations('overview.figures')
  const isRate = name === 'success_rate'
  const change: Change | null = isRate
    ? changeOfRate(now.success_rate, before.success_rate)
    : changeOf(now[name], before[name])
  return (
    <span className="mt-0.5 block text-sm text-muted">
      {change && (
        <bdi className={cx('whitespace-nowrap tabular-nums', colours[change.direction])}>
          <span aria-hidden>
            {change.direction === 'same' ? '' : change.direction === 'up' ? '▲ ' : '▼ '}
          </span>
          <span className="sr-only">{t(change.direction)} </span>
          {isRate ? pointsText(change.by) : percentText(change.by)}
        </bdi>
      )}{' '}
      {/* Without earlier payments there is nothing to compare. */}
      {hasBefore && <bdi>{t('before', { value: text })}</bdi>}
    </span>
  )
}

function RefundsAndChargebacks({ statistics }: { statistics: Statistics }): ReactNode {
  const { now, currency } = statistics
  const t = useTranslations('overview.figures')
  const { sumText } = useMoney()
  const { refunds, refunded, chargebacks, charged_back: chargedBack, net } = now
  const money = (amount: number) => sumText({ amount, currency }) ?? ''
  if (refunds === 0 && chargebacks === 0) return null
  return (
    <span className="block text-sm text-muted">
      {refunds > 0 && (
        <PaymentsLink days={statistics} counted="refunded" className="block">
          {t('refunded', { count: refunds, amount: money(refunded) })}
        </PaymentsLink>
      )}
      {chargebacks > 0 && (
        <PaymentsLink days={statistics} counted="charged_back" className="block text-danger">
          {t('chargedBack', { count: chargebacks, amount: money(chargedBack) })}
        </PaymentsLink>
      )}
      <ReportLink days={statistics} className="block">
        {t('net', { amount: money(net) })}
      </ReportLink>
    </span>
  )
}

const delayMs = 250
const leaveMs = 150

/**
 * A term whose definition appears on hover, focus or touch. The bubble fills the nearest positioned ancestor (the
 * card), so that it fits the screen. Escape hides it.
 */
function Definition({ term, children }: { term: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (isShown: boolean, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setIsOpen(isShown)
    else timer.current = setTimeout(() => setIsOpen(isShown), afterMs)
  }
  return (
    <>
      <button
        type="button"
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && set(true, delayMs)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && set(false, leaveMs)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && set(true)}
        onBlur={() => set(false)}
        onClick={() => set(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && set(false)}
        className="inline-flex min-h-6 items-center gap-1 rounded-xs text-start text-md text-muted hover:text-text"
      >
        {term}
        <Info aria-hidden size={13} className="shrink-0 text-faint" />
      </button>
      {isOpen && (
        <span
          id={id}
          role="tooltip"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => set(false, leaveMs)}
          className="absolute inset-x-2 top-11 z-20 animate-fade rounded-sm bg-text px-2.5 py-1.5 text-xs/4.5 text-bg shadow-pop"
        >
          {children}
        </span>
      )}
    </>
  )
}
