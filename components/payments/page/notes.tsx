'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NoteForm } from '@/components/form/note-form'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { paymentKeys } from '@/lib/core/client/keys'
import { addPaymentNote } from '@/lib/payments/client'
import type { PaymentDetail } from '@/lib/payments/detail'

interface NotesProps {
  shop: string
  payment: PaymentDetail
}

export function Notes({ shop, payment: { uid, notes } }: NotesProps) {
  const t = useTranslations('paymentPage.notes')
  const client = useQueryClient()
  const mayWrite = useMay('payments.annotate')
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
          <NoteForm
            send={(note) => addPaymentNote(shop, uid, note)}
            onAdded={() => client.invalidateQueries({ queryKey: paymentKeys.detail(shop, uid) })}
          />
        )}
      </Section>
    </Card>
  )
}
