'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormTextField } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { isPeriod, longestPeriodDays } from '@/lib/overview/choices'

const day = z.iso.date('required')
const days = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => isPeriod(from, to), { path: ['to'], error: 'invalid' })

interface DaysDialogProps {
  from: string | null
  to: string | null
  onChoose: (days: { from: string; to: string }) => void
  onClose: () => void
}

/** Loaded on intent. */
export default function DaysDialog({ from, to, onChoose, onClose }: DaysDialogProps) {
  const t = useTranslations('overview.period')
  const common = useTranslations('common')
  const form = useZodForm(days, { defaultValues: { from: from ?? '', to: to ?? '' } })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('chooseTitle')}
      closeLabel={common('close')}
    >
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={async (chosen) => {
          onChoose(chosen)
          onClose()
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <FormTextField control={form.control} name="from" type="date" label={t('from')} autoFocus />
          <FormTextField control={form.control} name="to" type="date" label={t('to')} />
        </div>
        <p className="mt-3 text-sm text-muted">{t('hint', { days: longestPeriodDays })}</p>
        <div className="mt-5 flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t('show')}</SubmitButton>
        </div>
      </ZodForm>
    </Dialog>
  )
}
