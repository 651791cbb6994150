'use client'
import { useEffect, useRef } from 'react'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { formatDate } from '@/lib/core/format/dates'
import type { AddressReport, Check, ConnectionReport as Report } from '@/lib/shops/schema'

const looks: Record<Check['state'], { icon: LucideIcon; color: string }> = {
  ok: { icon: CircleCheck, color: 'text-accent' },
  warning: { icon: TriangleAlert, color: 'text-warn' },
  failed: { icon: CircleAlert, color: 'text-danger' },
  skipped: { icon: CircleMinus, color: 'text-faint' },
}

/** Shows the result of a connection test: each address step by step, with what to do about failures. */
export function ConnectionReport({ report }: { report: Report }) {
  const t = useTranslations('shops')
  const { is_usable: isUsable, addresses, public_key: key } = report
  const outcome = useRef<HTMLParagraphElement>(null)
  // It is above the pressed button, and longer than a screen.
  useEffect(() => {
    // Newer browsers return a promise, which React would treat as the effect's clean-up.
    outcome.current?.scrollIntoView({ block: 'center' })
  }, [report])
  return (
    <section aria-label={t('report.title')} className="rounded-md border bg-sunken">
      <p
        ref={outcome}
        role="status"
        className={cx(
          'flex items-center gap-2 px-4 py-3 font-medium',
          isUsable ? 'text-accent' : 'text-danger',
        )}
      >
        <StateIcon state={isUsable ? 'ok' : 'failed'} />
        {t(isUsable ? 'report.usable' : 'report.unusable')}
      </p>
      {addresses.map((one) => (
        <Address key={one.address} report={one} />
      ))}
      <div className="border-t px-4 py-3">
        <h3 className="text-md font-semibold">{t('report.publicKey')}</h3>
        <p className="mt-1 flex gap-2 text-md/5">
          <StateIcon state={key.kind === 'rsa' ? 'ok' : key.kind === 'none' ? 'warning' : 'failed'} />
          {key.kind === 'rsa' || key.kind === 'none'
            ? t(`publicKeyStates.${key.kind}`, { bits: String(key.bits ?? '') })
            : t(`publicKeys.${key.kind}`)}
        </p>
      </div>
    </section>
  )
}

function Address({ report: { address, request, took_ms: ms, checks } }: { report: AddressReport }) {
  const t = useTranslations('shops')
  const locale = useLocale()
  const notTried = checks.filter(({ code }) => code === 'skipped').map(({ name }) => t(`steps.${name}`))
  return (
    <div className="border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-md font-semibold">{t(`fields.${address}`)}</h3>
        <span className="text-sm text-muted tabular-nums">{t('report.took', { ms })}</span>
      </div>
      <p className="font-mono text-xs wrap-anywhere text-muted">{request}</p>
      <ul className="mt-2 grid gap-1.5">
        {checks
          .filter(({ code }) => code !== 'skipped')
          .map((check) => (
            <Step key={check.name} check={check} />
          ))}
        {notTried.length > 0 && (
          <li className="flex gap-2 text-md/5 text-muted">
            <StateIcon state="skipped" />
            {t('report.notTried', { steps: new Intl.ListFormat(locale, { type: 'unit' }).format(notTried) })}
          </li>
        )}
      </ul>
    </div>
  )
}

function Step({ check: { name, state, code, values } }: { check: Check }) {
  const t = useTranslations('shops')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const shown = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === 'until' && value !== '' ? formatDate(new Date(value), timeZone, locale) : String(value),
    ]),
  )
  const remedy = `remedies.${code}` as Parameters<typeof t>[0]
  return (
    <li className="flex gap-2 text-md/5">
      <StateIcon state={state} />
      <span className={cx('min-w-0 wrap-anywhere', state === 'skipped' && 'text-muted')}>
        <span className="font-medium">{t(`steps.${name}`)}</span>
        <span className="sr-only"> ({t(`states.${state}`)})</span>: {t(`checks.${code}`, shown)}
        {(state === 'failed' || state === 'warning') && t.has(remedy) && (
          <span className="block text-muted">
            {t(remedy)}{' '}
            {code === 'address_refused' && (
              <Link href="/installation" target="_blank" className="text-accent underline underline-offset-2">
                {t('report.allow')}
              </Link>
            )}
          </span>
        )}
      </span>
    </li>
  )
}

function StateIcon({ state }: { state: Check['state'] }) {
  const { icon: Icon, color } = looks[state]
  return <Icon aria-hidden size={16} className={cx('mt-0.5 shrink-0', color)} />
}
