'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
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

export function Notes({ shop, payment: { uid, notes } }: NotesProps) {
  const t = useTranslations('paymentPage.notes')
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
        {mayWrite && <AddNote shop={shop} uid={uid} />}
      </Section>
    </Card>
  )
}

const longestNote = 2000

function AddNote({ shop, uid }: { shop: string; uid: string }) {
  const t = useTranslations('paymentPage.notes')
  const issues = useTranslations('issues')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const note = text.trim()
  const add = useMutation({
    mutationFn: (sent: string) => addPaymentNote(shop, uid, { text: sent }),
    onSuccess: (_saved, sent) => {
      // What was typed meanwhile stays.
      setText((typed) => (typed.trim() === sent ? '' : typed))
      // The button cannot be pressed without a note.
      field.current?.focus()
      return client.invalidateQueries({ queryKey: paymentKeys.detail(shop, uid) })
    },
  })
  const isTooLong = note.length > longestNote
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (note !== '' && !isTooLong && !add.isPending) add.mutate(note)
      }}
    >
      <TextArea
        inputRef={field}
        label={t('label')}
        value={text}
        onChange={setText}
        error={isTooLong ? issues('too_long', { max: longestNote }) : undefined}
        rows={2}
      />
      {add.isError && (
        <p role="alert" className="text-md text-danger">
          {t('failed')}
        </p>
      )}
      <div>
        <Button type="submit" size="sm" isPending={add.isPending} isDisabled={note === ''}>
          {t('add')}
        </Button>
      </div>
      <UnsavedGuard isDirty={note !== ''} />
    </form>
  )
}
