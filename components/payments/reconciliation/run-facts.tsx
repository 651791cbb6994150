'use client'
import { useLocale, useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { Card, Section } from '@/components/ui/card'
import { visibleName } from '@/components/ui/text/visible-text'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation'
import { useReconciliationTexts } from './texts'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** The file and its hash, how it was read, and who did what when. */
export function RunFacts({ run }: { run: ReconciliationDetail }) {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  const { nameOf } = useReconciliationTexts()
  const { format, file_hash: hash, zone, counts } = run
  const done = (at: string | null, name: string | null) =>
    at === null ? null : t.rich('facts.by', { when: when(at), name: name ?? '–' })
  const facts = {
    name: <bdi>{visibleName(nameOf(run))}</bdi>,
    hash: hash && <span className="font-mono text-xs wrap-anywhere">{hash}</span>,
    rows: counts.rows.toLocaleString(locale),
    format:
      hash &&
      t('formatText', {
        encoding: format.encoding.toUpperCase(),
        delimiter: delimiterNames[format.delimiter],
      }),
    zone,
    created: done(run.created_at, run.created_by),
    missing: run.missing && (
      <>
        <span className="wrap-anywhere whitespace-pre-line" dir="auto">
          {visibleName(run.missing.reason)}
        </span>
        <span className="block text-muted">{done(run.missing.at, run.missing.by)}</span>
      </>
    ),
    recorded: done(run.recorded_at, run.recorded_by),
    undone: done(run.undone_at, run.undone_by),
  }
  return (
    <Card className="mt-5">
      <Section title={t('facts.title')}>
        <dl className="grid gap-y-1.5 text-md">
          {Object.entries(facts).map(
            ([name, fact]) =>
              fact !== null && (
                <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4">
                  <dt className="text-muted">{t(`facts.${name as keyof typeof facts}`)}</dt>
                  <dd className="min-w-0 tabular-nums">{fact}</dd>
                </div>
              ),
          )}
        </dl>
      </Section>
    </Card>
  )
}
