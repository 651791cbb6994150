'use client'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { SettingsCard } from '@/components/settings/settings-form'
import { FormComboBox } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormSwitch, wholeNumber } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { useViewerTimeZone } from '@/components/time/clock'
import { useTimeZones } from '@/components/time/time-zones'
import { Switch } from '@/components/ui/fields/switch'
import type { AlertRules, alertRulesChange, AlertSettings } from '@/lib/alerts/schema'
import { useAlertSettingsForm } from './use-alert-settings-form'

type Schema = typeof alertRulesChange
const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertRulesChange)

const valuesOf = ({ rules }: AlertSettings) => ({ rules })

export function RulesForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, { schema: loadSchema, settings, valuesOf, prepare })
  const { control } = form
  const numbers: Record<keyof AlertRules, ReactNode> = {
    payment_failed: (
      <Numbers>
        <FormNumberField control={control} name="rules.payment_failed.tries" label={t('tries')} />
        <FormNumberField control={control} name="rules.payment_failed.minutes" label={t('minutes')} />
      </Numbers>
    ),
    payment_differs: null,
    chargeback: null,
    quarantine: null,
    forwarding_disabled: null,
    no_notifications: <NoNotificationsRule form={form} />,
    many_reveals: (
      <Numbers>
        <FormNumberField control={control} name="rules.many_reveals.reveals" label={t('reveals')} />
      </Numbers>
    ),
    new_owner: null,
    secrets_changed: null,
  }
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveRules')}
      shop={shop}
      part="alert_rules"
      title={t('rules')}
    >
      {Object.entries(numbers).map(([name, children]) => (
        <Rule key={name} form={form} name={name as keyof AlertRules}>
          {children}
        </Rule>
      ))}
    </SettingsCard>
  )
}

/** Converts typed digits to numbers. */
function prepare({ rules }: { rules: AlertRules }) {
  const { payment_failed: payments, no_notifications: silence, many_reveals: reveals } = rules
  const { daytime } = silence
  return {
    rules: {
      ...rules,
      payment_failed: {
        ...payments,
        tries: wholeNumber(payments.tries),
        minutes: wholeNumber(payments.minutes),
      },
      many_reveals: { ...reveals, reveals: wholeNumber(reveals.reveals) },
      no_notifications: {
        ...silence,
        hours: wholeNumber(silence.hours),
        daytime: daytime && { ...daytime, from: wholeNumber(daytime.from), to: wholeNumber(daytime.to) },
      },
    },
  }
}

interface RuleProps {
  form: Form<Schema>
  name: keyof AlertRules
  /** The rule's numbers, shown while it is on. */
  children: ReactNode
}

function Rule({ form, name, children }: RuleProps) {
  const t = useTranslations('alerts')
  const isOn = useWatch({ control: form.control, name: `rules.${name}.enabled` })
  return (
    <div>
      <FormSwitch control={form.control} name={`rules.${name}.enabled`} hint={t(`ruleHints.${name}`)}>
        {t(`ruleNames.${name}`)}
      </FormSwitch>
      {isOn && children && <div className="mt-2.5 grid gap-3 ps-10">{children}</div>}
    </div>
  )
}

const Numbers = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-md grid-cols-2 items-start gap-3">{children}</div>
)

/** The hours suggested when alerts are limited to part of the day. */
const usualDay = { from: 8, to: 20 }

function NoNotificationsRule({ form }: { form: Form<Schema> }) {
  const t = useTranslations('alerts')
  const { control } = form
  const viewers = useViewerTimeZone()
  const { value, change, bound } = useFormField({ control, name: 'rules.no_notifications.daytime' }, '')
  return (
    <>
      <Numbers>
        <FormNumberField control={control} name="rules.no_notifications.hours" label={t('hours')} />
      </Numbers>
      <Switch
        isDisabled={bound.isDisabled}
        isSelected={value !== null}
        onChange={(isOn) => change(isOn ? { ...usualDay, zone: viewers } : null)}
        hint={t('daytimeHint')}
      >
        {t('daytime')}
      </Switch>
      {value !== null && (
        <div className="grid max-w-md grid-cols-2 items-start gap-3">
          <FormNumberField control={control} name="rules.no_notifications.daytime.from" label={t('from')} />
          <FormNumberField control={control} name="rules.no_notifications.daytime.to" label={t('to')} />
          <div className="col-span-2">
            <Zone form={form} />
          </div>
        </div>
      )}
    </>
  )
}

function Zone({ form }: { form: Form<Schema> }) {
  const t = useTranslations('alerts')
  const name = 'rules.no_notifications.daytime.zone'
  const zone = useWatch({ control: form.control, name })
  const zones = useTimeZones('UTC', zone)
  return <FormComboBox control={form.control} name={name} label={t('zone')} items={zones} />
}
