'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import { SettingsCard } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { SettingsPage } from '@/components/settings/settings-page'
import type { Appearance } from '@/lib/shops/appearance'
import { appearanceOptions, changeAppearance } from '@/lib/shops/client'
import { LogoCard } from './logo-card'

/** The name and logo that a shop's customers see. */
export function AppearancePage({ shop }: { shop: string }) {
  const t = useTranslations('shops')
  const query = useQuery(appearanceOptions(shop))
  return (
    <SettingsPage title={t('appearance.title')} query={query} failedTitle={t('appearance.failedTitle')}>
      {(appearance) => (
        <>
          <NameForm shop={shop} appearance={appearance} />
          <LogoCard shop={shop} appearance={appearance} />
        </>
      )}
    </SettingsPage>
  )
}

const loadSchema = () => import('@/lib/shops/appearance').then((module) => module.nameForm)

function NameForm({ shop, appearance }: { shop: string; appearance: Appearance }) {
  const t = useTranslations('shops.appearance')
  const router = useRouter()
  const { form, save } = useSettingsForm({
    schema: loadSchema,
    settings: appearance,
    valuesOf,
    send: (change) => changeAppearance(shop, change),
    queryKey: appearanceOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <SettingsCard
      form={form}
      onSubmit={async (change, sent) => {
        if (await save(change, sent)) router.refresh() // The name stands beside QR codes.
      }}
      saveLabel={t('save')}
      shop={shop}
      part="appearance"
      title={t('publicName')}
      text={t('text')}
    >
      <FormTextField
        control={form.control}
        {...noAutofill}
        name="public_name"
        label={t('publicName')}
        hint={t('publicNameHint')}
        className="max-w-120"
      />
    </SettingsCard>
  )
}

const valuesOf = ({ public_name: name }: Appearance) => ({ public_name: name ?? '' })
