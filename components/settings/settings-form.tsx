'use client'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { SubmitButton } from '../form/submit-button'
import { ZodForm } from '../form/zod-form'
import { Card, Section } from '../ui/card'

interface SettingsFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  onSubmit: (values: Output) => Promise<unknown>
  saveLabel: string
  /** More buttons, beside the one that saves. */
  actions?: ReactNode
  /** {@link SettingsSection}s. */
  children: ReactNode
}

/** A card that is saved on its own, so that an error in one does not block the others. */
export function SettingsForm<V extends FieldValues, Output>(props: SettingsFormProps<V, Output>) {
  const { form, onSubmit, saveLabel, actions, children } = props
  return (
    <ZodForm form={form} onSubmit={async (values) => void (await onSubmit(values))}>
      <Card>
        {children}
        <div className="flex flex-wrap items-start gap-2 px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{saveLabel}</SubmitButton>
          {actions}
        </div>
      </Card>
    </ZodForm>
  )
}

interface SettingsSectionProps {
  title: string
  text?: string
  children: ReactNode
}

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <Section title={title}>
      {text && <p className="mb-4 text-md/5">{text}</p>}
      <div className="grid gap-4">{children}</div>
    </Section>
  )
}
