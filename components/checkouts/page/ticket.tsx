'use client'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'
import { Counterfoil } from '@/components/counterfoil/counterfoil'
import { Messages } from '@/components/counterfoil/messages'
import { useMoney } from '@/components/money/use-money'
import { DeadStub } from '@/components/payment-links/dead-copy'
import { useLinkView } from '@/components/payment-links/link-view'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { RelativeTime, TimeText } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import type { Tone } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { formatExact } from '@/lib/core/format/dates'
import type { LinkFault } from '@/lib/products/link-state'
import { asksForCard, stateWordOf, acceptsPayment } from '@/lib/checkouts/state'
import { checkoutLink } from '@/lib/checkouts/link'
import { checkoutTones } from '@/lib/payments/tone'
import { stateNow, useTypeText } from '../cells'

interface TicketProps {
  checkout: CheckoutDetail
  stub: ReactNode
  /** Whether it was created just now. Then the link stands out. */
  isFresh: boolean
  repair: ReactNode
}

/** Shows the payment link as a ticket. If it cannot be paid, the stub gives the reason instead of a QR code. */
export function Ticket({ checkout, stub, isFresh, repair }: TicketProps) {
  const t = useTranslations('checkouts')
  const links = useTranslations('links')
  const { amountText } = useMoney()
  const { redirect_url: url, description } = checkout
  const { fault } = checkoutLink(checkout, useLinkView())
  const canBePaid = fault === null
  const price = amountText(checkout) ?? '–'
  // The texts of a tokenization never mention paying.
  const isCard = asksForCard(checkout.transaction_type)
  const link = url && {
    label: t(isCard ? 'page.cardPage' : 'page.paymentPage'),
    hint: fault ? links(`fault.${fault}`) : t(isCard ? 'page.forOneCard' : 'page.forOne'),
    url,
    fault,
    isMain: canBePaid,
    isFocused: canBePaid && isFresh && checkout.state === 'open',
  }
  return (
    <Counterfoil
      price={price}
      terms={<Terms checkout={checkout} canBePaid={canBePaid} />}
      links={link ? [link] : []}
      stub={
        fault === null ? (
          stub
        ) : (
          <DeadLinkStub checkout={checkout} fault={fault}>
            {repair}
          </DeadLinkStub>
        )
      }
      actions={
        url &&
        canBePaid && (
          <span className="contents print:hidden">
            <Messages
              shared={{
                url,
                text: isCard
                  ? t('page.saveCardFor', { description })
                  : t('page.shareText', { description, price }),
                subject: description,
              }}
            />
            <Button size="sm" icon={<Printer aria-hidden size={15} />} onPress={() => window.print()}>
              {t('page.print')}
            </Button>
          </span>
        )
      }
    />
  )
}

function Terms({ checkout, canBePaid }: { checkout: CheckoutDetail; canBePaid: boolean }) {
  const t = useTranslations('checkouts')
  const type = useTypeText()(checkout.transaction_type)
  const { state } = stateNow(checkout, useClock().valueOf())
  const isOver = state === 'expired'
  return (
    <>
      {type}
      {canBePaid && (
        <span className="print:hidden">
          {' · '}
          <Countdown at={checkout.expires_at} />
        </span>
      )}
      {isOver && <> · {t.rich('expiredAgo', { when: when(checkout.expires_at) })}</>}
    </>
  )
}

const inks: Record<Tone, string> = {
  ok: 'text-accent',
  bad: 'text-danger',
  warn: 'text-warn',
  info: 'text-info',
  neutral: 'text-muted',
}

interface DeadLinkStubProps {
  checkout: CheckoutDetail
  fault: LinkFault
  children: ReactNode
}

/** Replaces the QR code of a dead link: shows the state and when it was reached, or what is wrong with the address. */
function DeadLinkStub({ checkout, fault, children }: DeadLinkStubProps) {
  const t = useTranslations('checkouts')
  const differs = useTranslations('paymentState')
  const { state } = stateNow(checkout, useClock().valueOf())
  // The checkout is open, so its address is at fault.
  if (acceptsPayment(state, checkout.attempts_left))
    return (
      <DeadStub fault={fault}>
        <span className="print:hidden">{children}</span>
      </DeadStub>
    )
  return (
    <div className="flex min-h-[166px] flex-col items-center justify-center text-center max-md:min-h-20">
      <span
        className={cx(
          'rounded-sm border-2 border-current px-3 py-1 text-lg font-[650]',
          inks[checkoutTones[state]],
        )}
      >
        {state === 'differs' && checkout.difference
          ? differs(`short.${checkout.difference}`)
          : t(`state.${stateWordOf(state, checkout.transaction_type)}`)}
      </span>
      <span className="mt-2 text-sm text-muted">
        <RelativeTime at={state === 'expired' ? checkout.expires_at : checkout.state_at} />
      </span>
      {children && <span className="mt-2.5 print:hidden">{children}</span>}
    </div>
  )
}

/** Shows the time left, with seconds in the last hour. The exact end is in the tooltip. */
function Countdown({ at }: { at: string }) {
  const t = useTranslations('checkouts.left')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const end = Date.parse(at)
  const ms = end - useSeconds(end)
  if (ms <= 0) return null
  const { key, ...units } = timeLeft(ms)
  return (
    <TimeText
      dateTime={at}
      text={t(key, units)}
      exact={formatExact(new Date(at), timeZone, locale)}
      className="tabular-nums"
    />
  )
}

/** Returns the current time in ms. Ticks each second in the last hour before `end`. */
function useSeconds(end: number): number {
  const clock = useClock().valueOf()
  const [tick, setTick] = useState(0)
  const isSoon = end - clock <= soonMs && end > clock
  useEffect(() => {
    if (!isSoon) return
    const timer = setInterval(() => setTick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isSoon])
  return Math.max(clock, tick)
}

type TimeLeft =
  | { key: 'days'; days: number; hours: number }
  | { key: 'hours'; hours: number; minutes: number }
  | { key: 'minutes'; minutes: number; seconds: string }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const soonMs = hour

/** Splits a duration (`ms` > 0) into its two largest useful units. */
export function timeLeft(ms: number): TimeLeft {
  if (ms >= day) return { key: 'days', days: Math.floor(ms / day), hours: Math.floor((ms % day) / hour) }
  if (ms >= soonMs)
    return { key: 'hours', hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / minute) }
  const seconds = Math.floor((ms % minute) / second)
  return { key: 'minutes', minutes: Math.floor(ms / minute), seconds: String(seconds).padStart(2, '0') }
}
