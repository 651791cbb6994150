'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { TextArea } from '@/components/ui/fields/text-field'
import { paymentKeys } from '@/lib/core/client/keys'
import { addPaymentNote } from '@/lib/payments/client'
import type { PaymentDetail } from '@/lib/payments/detail'

interface NotesProps {
  shop: string
  payment: PaymentDetail
}

const longestNote = 2000

export function Notes({ shop, payment: { uid, notes } }: NotesProps) {
  const t = useTranslations('paymentPage.notes')
  const mayWrite = useMay('payments.annotate')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: () => addPaymentNote(shop, uid, { text }),
    onSuccess: () => {
      setText('')
      return client.invalidateQueries({ queryKey: paymentKeys.detail(shop, uid) })
    },
  })
  return (
    <Card>
      <Section title={t('title')}>
        {notes.length > 0 && (
          <ul className="mb-3 grid gap-3 text-md/5">
            {notes.map((note) => (
              <li key={note.id}>
                <p className="whitespace-pre-wrap wrap-anywhere">{note.text || t('anonymised')}</p>
                <p className="text-sm text-muted">
                  {note.by} · <RelativeTime at={note.at} />
                </p>
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <form
            className="grid gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (text.trim() !== '' && !add.isPending) add.mutate()
            }}
          >
            <TextArea label={t('label')} value={text} onChange={setText} maxLength={longestNote} rows={2} />
            {add.isError && (
              <p role="alert" className="text-md text-danger">
                {t('failed')}
              </p>
            )}
            <div>
              <Button type="submit" size="sm" isPending={add.isPending} isDisabled={text.trim() === ''}>
                {t('add')}
              </Button>
            </div>
          </form>
        )}
      </Section>
    </Card>
  )
}
