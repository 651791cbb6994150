'use client'
import { useState } from 'react'
import { type Control, useController, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormDateTime } from '@/components/form/fields/choice-fields'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { useTimeZones } from '@/components/time/time-zones'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ProductValues } from './values'

const presets = ['days7', 'days30', 'endOfMonth', 'endOfYear'] as const
export type ExpiryPreset = (typeof presets)[number]

// Contains the calendar arithmetic, which is needed only when a person picks a preset or a time zone.
const loadArithmetic = () => import('./expiry-presets')

/** Edits the expiry in a time zone that is shown and can be changed. Offers presets and shows the value to be sent. */
export function ExpiryField<O>({ control }: { control: Control<ProductValues, unknown, O> }) {
  const t = useTranslations('products.edit')
  const words = useTranslations('products')
  const common = useTranslations('common')
  const viewers = useViewerTimeZone()
  const [chosen, setChosen] = useState<string | null>(null)
  const timeZone = chosen ?? viewers
  const { field } = useController({ control, name: 'expired_at' })
  const form = useFormContext<ProductValues>()
  const value = typeof field.value === 'string' && field.value !== '' ? field.value : null
  const now = useClock()
  const isPast = value !== null && Date.parse(value) <= now.valueOf()

  const showFailure = (error: unknown) => toast(common('notLoaded'), 'bad', { error })
  async function take(preset: ExpiryPreset) {
    const { presetMoment } = await loadArithmetic()
    field.onChange(presetMoment(preset, now, timeZone))
  }
  async function changeZone(next: string) {
    const { sameClockTime } = await loadArithmetic()
    setChosen(next)
    // Read now: a person may have typed while it was loaded.
    const current = form.getValues('expired_at')
    if (typeof current === 'string' && current !== '') field.onChange(sameClockTime(current, timeZone, next))
  }
  return (
    <div className="grid gap-2.5">
      <FormDateTime
        control={control}
        name="expired_at"
        label={words('label.expired_at')}
        timeZone={timeZone}
        hint={
          <>
            {value && (
              <span dir="auto" className="block font-mono">
                {t('willSendMoment', { moment: value })}
              </span>
            )}
            {isPast && <span className="block text-warn">{words('pastCaution')}</span>}
          </>
        }
      />
      <div role="group" aria-label={t('presets')} className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="sm"
            onHoverStart={() => void loadArithmetic()}
            onFocus={() => void loadArithmetic()}
            onPress={() => void take(preset).catch(showFailure)}
          >
            {t(`preset.${preset}`)}
          </Button>
        ))}
      </div>
      <TimeZone
        value={timeZone}
        onChange={(next) => void changeZone(next).catch(showFailure)}
        viewers={viewers}
      />
    </div>
  )
}

interface TimeZoneProps {
  value: string
  viewers: string
  onChange: (zone: string) => void
}

/** Chooses the time zone of the date. */
function TimeZone({ value, viewers, onChange }: TimeZoneProps) {
  const t = useTranslations('products.edit')
  const form = useTranslations('form')
  const zones = useTimeZones(viewers, 'UTC', value)
  return (
    <ComboBox
      label={t('timeZone')}
      hint={value === viewers ? t('viewersZone') : undefined}
      searchLabel={form('findInList')}
      emptyText={form('noMatch')}
      items={zones}
      value={value}
      onChange={onChange}
    />
  )
}
