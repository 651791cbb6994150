'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormOptionalSelect } from '@/components/form/fields/choice-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormNativeSelect } from '@/components/form/fields/native-select'
import { showSaved } from '@/components/form/saved'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { useBrowserTimeZone } from '@/components/time/clock'
import { useTimeZones } from '@/components/time/time-zones'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { changeProfile } from '@/lib/account/client'
import { type Profile, profileChange } from '@/lib/account/schema'
import { accountKeys } from '@/lib/core/client/keys'
import { languages, locales } from '@/lib/core/i18n/locales'
import { storeAnswer } from '@/lib/core/client/store-answer'

/** A form holds an empty text for what is left to the browser. */
const orNull = (text: string) => (text === '' ? null : text)
const fields = z
  .strictObject({ name: z.string(), locale: z.string(), time_zone: z.string() })
  .transform(({ name, locale, time_zone: zone }) => ({
    name,
    locale: orNull(locale),
    time_zone: orNull(zone),
  }))
  .pipe(profileChange)

const valuesOf = ({ name, locale, time_zone: zone }: Profile): z.input<typeof fields> => ({
  name,
  locale: locale ?? '',
  time_zone: zone ?? '',
})

export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('account')
  const browserZone = useBrowserTimeZone()
  const zones = useTimeZones('UTC', profile.time_zone ?? '')
  const client = useQueryClient()
  const router = useRouter()
  const showFailure = useSubmitFailure()
  const form = useZodForm(fields, { defaultValues: valuesOf(profile) })

  async function submit(change: z.output<typeof fields>, sent: z.input<typeof fields>) {
    try {
      const changed = await changeProfile(change)
      storeAnswer(client, accountKeys.profile, changed)
      showSaved(form, { sent, saved: valuesOf(changed) })
      toast(t('saved'))
      // The frame shows the name, and all times in the zone.
      router.refresh()
    } catch (error) {
      showFailure(form, error)
    }
  }

  return (
    <ZodForm form={form} onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <FormTextField
        control={form.control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="name"
      />
      {locales.length > 1 && (
        <FormOptionalSelect
          control={form.control}
          name="locale"
          label={t('language')}
          unset={t('ofBrowser')}
          items={locales.map((id) => ({ id, label: languages[id].name }))}
        />
      )}
      <FormNativeSelect
        control={form.control}
        name="time_zone"
        label={t('timeZone')}
        placeholder={t('timeZoneOfBrowser', { zone: browserZone })}
        items={zones}
      />
      <div>
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t('save')}
        </Button>
      </div>
    </ZodForm>
  )
}
