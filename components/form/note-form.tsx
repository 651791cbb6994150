'use client'
import { useTranslations } from 'use-intl'
import { FormTextArea } from './fields/fields'
import { showSaved } from './saved'
import { SubmitButton } from './submitting/submit-button'
import { useSubmitFailure } from './submitting/use-submit-failure'
import { useZodForm } from './use-zod-form'
import { ZodForm } from './zod-form'
import { toast } from '../ui/overlays/toast-store'
import type { noteBody } from '@/lib/core/note'

interface NoteFormProps {
  send: (note: { text: string }) => Promise<unknown>
  onAdded: () => unknown
}

const loadSchema = () => import('@/lib/core/note').then((module) => module.noteBody)

/** Adds a note for colleagues. Text typed while one is sent begins the next. Not on paper. */
export function NoteForm({ send, onAdded }: NoteFormProps) {
  const t = useTranslations('form.note')
  const showFailure = useSubmitFailure()
  const form = useZodForm<typeof noteBody>(loadSchema, { defaultValues: { text: '' } })
  return (
    <ZodForm
      form={form}
      className="print:hidden"
      onSubmit={async (note, sent) => {
        try {
          await send(note)
        } catch (error) {
          return showFailure(form, error)
        }
        showSaved(form, { sent, saved: { text: '' } })
        toast(t('added'))
        onAdded()
      }}
    >
      <FormTextArea
        control={form.control}
        name="text"
        label={t('label')}
        placeholder={t('placeholder')}
        rows={2}
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{t('hint')}</p>
        <SubmitButton size="sm">{t('add')}</SubmitButton>
      </div>
    </ZodForm>
  )
}
