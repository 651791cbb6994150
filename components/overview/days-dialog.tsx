'use client'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { z } from 'zod'
import { FormLocalDate } from '@/components/form/fields/local-date'
import { useZodForm } from '@/components/form/use-zod-form'
import { useShopTimeZone } from '@/components/time/clock'
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
  const zone = useShopTimeZone()
  const form = useZodForm(days, { defaultValues: { from: from ?? '', to: to ?? '' } })
  return (
    <FormDialog
      form={form}
      title={t('chooseTitle')}
      submitLabel={t('show')}
      onSubmit={async (chosen) => {
        onChoose(chosen)
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormLocalDate control={form.control} name="from" type="date" label={t('from')} autoFocus />
        <FormLocalDate control={form.control} name="to" type="date" label={t('to')} />
      </div>
      <p className="text-sm text-muted">{t('hint', { zone, days: longestPeriodDays })}</p>
    </FormDialog>
  )
}
