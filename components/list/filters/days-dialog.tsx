'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { InputDialog } from '@/components/dialogs/input-dialog'
import { firstHalfTyped } from '@/components/ui/fields/half-typed'
import { TextField } from '@/components/ui/fields/text-field'
import type { Days } from './use-day-filter'

interface DaysDialogProps {
  /** Names the event that the days filter by. */
  title: string
  zone: string
  days: Days
  onChoose: (days: Days) => void
  onClose: () => void
}

/** Chooses a first and a last day. Loaded on intent. */
export default function DaysDialog({ title, zone, days, onChoose, onClose }: DaysDialogProps) {
  const t = useTranslations('days')
  const words = useTranslations('form')
  const [from, setFrom] = useState(days.from ?? '')
  const [to, setTo] = useState(days.to ?? '')
  /** The name of the field that lacks a part. */
  const [halfTyped, setHalfTyped] = useState<string>()
  const isHalf = (name: string, day: string) => halfTyped === name && day === ''
  const isBackwards = from !== '' && to !== '' && to < from

  function choose(form: HTMLFormElement) {
    const lacking = firstHalfTyped(form)
    setHalfTyped(lacking?.name)
    if (lacking) return lacking.focus()
    if (isBackwards) return
    onChoose({ from: from || null, to: to || null })
    onClose()
  }
  return (
    <InputDialog
      title={title}
      submitLabel={t('apply')}
      isDirty={from !== (days.from ?? '') || to !== (days.to ?? '')}
      onSubmit={choose}
      onClose={onClose}
      className="grid gap-3 sm:grid-cols-2"
    >
      <TextField
        autoFocus
        type="date"
        name="from"
        label={t('from')}
        value={from}
        onChange={setFrom}
        error={isHalf('from', from) ? words('incompleteDay') : undefined}
      />
      <TextField
        type="date"
        name="to"
        label={t('to')}
        value={to}
        onChange={setTo}
        error={isHalf('to', to) ? words('incompleteDay') : isBackwards ? t('backwards') : undefined}
      />
      <p className="text-sm text-muted sm:col-span-2">{t('daysHint', { zone })}</p>
    </InputDialog>
  )
}
