'use client'
import { Mail as MailIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/text/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { formatExact } from '@/lib/core/format/dates'
import type { Mail } from '@/lib/sandbox/mails/mails'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormTextField } from '@/components/form/fields/fields'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'

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

const schema = z.object({ shopId: z.string().min(1), secretKey: z.string().min(1) })

/** Asks for the shop's credentials, then shows its e-mails. The credentials stay in this page's memory. */
export function OutboxSignIn() {
  const t = useTranslations('sandbox.outbox')
  const emptyText = useTranslations('sandbox.fieldErrors')('blank')
  const [mails, setMails] = useState<Mail[] | null>(null)
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: schemaResolver(schema, () => emptyText),
    defaultValues: { shopId: '', secretKey: '' },
    shouldFocusError: false,
  })
  if (mails) return <MailList mails={mails} />

  async function show({ shopId, secretKey }: z.output<typeof schema>) {
    const found = await readOutbox(shopId, secretKey)
    if (typeof found !== 'string') return setMails(found)
    form.setError('root.server', { message: t(found) })
  }
  return (
    <Card className="max-w-md p-5 max-md:p-4">
      <ZodForm form={form} onSubmit={show} isGuarded={false} className="grid gap-4">
        <FormTextField
          control={form.control}
          name="shopId"
          label={t('shopId')}
          inputMode="numeric"
          autoComplete="off"
        />
        <FormTextField
          control={form.control}
          name="secretKey"
          type="password"
          label={t('secretKey')}
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
          {t('show')}
        </Button>
      </ZodForm>
    </Card>
  )
}

const mails: z.ZodType<Mail[]> = z.array(
  z.object({
    id: z.string(),
    uid: z.string(),
    recipient: z.string(),
    language: z.string(),
    subject: z.string(),
    lines: z.array(z.string()),
    created_at: z.string(),
  }),
)

/** Reads the outbox with the shop's credentials; `wrong` if they are not accepted. Never throws. */
async function readOutbox(shopId: string, secretKey: string): Promise<Mail[] | 'wrong' | 'failed'> {
  const bytes = new TextEncoder().encode(`${shopId}:${secretKey}`)
  const encoded = btoa(String.fromCodePoint(...bytes))
  try {
    const answer = await fetch('/sandbox/mails', {
      headers: { Authorization: `Basic ${encoded}` },
      // Keeps the browser from asking for credentials and storing them.
      credentials: 'omit',
      cache: 'no-store',
    })
    if (answer.status === 401) return 'wrong'
    return answer.ok ? mails.parse(await answer.json()) : 'failed'
  } catch {
    return 'failed'
  }
}
