'use client'
import { Mail as MailIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/text/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { formatExact } from '@/lib/core/format/dates'
import type { Mail } from '@/lib/sandbox/mails/mails'

export function MailList({ mails }: { mails: Mail[] }) {
  const t = useTranslations('sandbox.outbox')
  const locale = useLocale()
  if (mails.length === 0)
    return (
      <Card className="py-8">
        <EmptyState icon={<MailIcon size={20} />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      </Card>
    )
  return (
    <ul className="grid grid-cols-1 gap-4">
      {mails.map((mail) => (
        <li key={mail.id}>
          <Card className="overflow-hidden">
            <div className="border-b bg-sunken px-5 py-4 max-md:px-4">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
                <h2 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                  {mail.subject}
                </h2>
                <time dateTime={mail.created_at} className="text-sm text-muted tabular-nums">
                  {formatExact(new Date(mail.created_at), 'UTC', locale)}
                </time>
              </div>
              <DescriptionList
                className="mt-2"
                items={[
                  { term: t('to'), value: <span className="break-all">{mail.recipient}</span> },
                  { term: t('language'), value: <span className="font-mono text-sm">{mail.language}</span> },
                  {
                    term: t('transaction'),
                    value: (
                      <a
                        href={`/sandbox/payments/${mail.uid}`}
                        className="font-mono text-sm break-all underline underline-offset-2"
                      >
                        {mail.uid}
                      </a>
                    ),
                  },
                ]}
              />
            </div>
            <div lang={mail.language} dir="auto" className="grid gap-1.5 px-5 py-4 max-md:px-4">
              {mail.lines.map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines may repeat and never move
                <p key={index} className="wrap-anywhere">
                  {line}
                </p>
              ))}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
