'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormTextArea } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { toast } from '@/components/ui/toast-store'
import { addNote } from '@/lib/customers/changes-client'
import { customerKeys } from '@/lib/core/client/keys'

const loadSchema = () => import('@/lib/customers/schema').then((module) => module.customerNote)

/** A note for colleagues, kept here. */
export function NoteForm({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('customers.timeline')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(loadSchema, { defaultValues: { text: '' } })
  return (
    <ZodForm
      form={form}
      onSubmit={async (note) => {
        try {
          await addNote(shop, id, note)
        } catch (error) {
          return showFailure(form, error)
        }
        form.reset()
        toast(t('noted'))
        void client.invalidateQueries({ queryKey: customerKeys.timelines(shop, id) })
      }}
      className="mb-1 border-b pb-3.5"
    >
      <FormTextArea
        control={form.control}
        name="text"
        label={t('addNote')}
        placeholder={t('notePlaceholder')}
        rows={2}
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{t('noteHint')}</p>
        <SubmitButton size="sm">{t('add')}</SubmitButton>
      </div>
    </ZodForm>
  )
}
