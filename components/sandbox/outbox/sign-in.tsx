'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormTextField } from '@/components/form/fields/fields'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { Mail } from '@/lib/sandbox/mails/mails'
import { MailList } from './mail-list'

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
