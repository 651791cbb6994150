'use client'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { SubmitButton } from '../form/submitting/submit-button'
import { type OnSubmit, ZodForm } from '../form/zod-form'
import type { SettingsPart } from '@/lib/shops/settings-changes'
import { Card, Section } from '../ui/card'
import { LastChange } from './last-change'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryError } from '../data-table/query-state'
import { InUse } from '../frame/in-use'
import { PageHeader } from '../frame/page-header'
import { useIsArchived } from '../frame/use-may'
import { ArchivedNote } from './archived-note'

interface SettingsFormProps<V extends FieldValues, Output> {
  form: UseFormReturn<V, unknown, Output>
  onSubmit: OnSubmit<V, Output>
  saveLabel: string
  /** More buttons, beside the one that saves. */
  actions?: ReactNode
  /** {@link SettingsSection}s. */
  children: ReactNode
}

/** A card that is saved on its own, so that an error in one does not block the others. */
export function SettingsForm<V extends FieldValues, Output>(props: SettingsFormProps<V, Output>) {
  const { form, onSubmit, saveLabel, actions, children } = props
  const isArchived = useIsArchived()
  return (
    <ZodForm form={form} onSubmit={onSubmit} isReadOnly={isArchived}>
      <Card>
        {children}
        <div className="flex flex-wrap items-start gap-2 px-5 py-4 max-md:px-4">
          <InUse>
            <SubmitButton isSave>{saveLabel}</SubmitButton>
          </InUse>
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

interface SettingsCardProps<V extends FieldValues, Output>
  extends SettingsFormProps<V, Output>, SettingsSectionProps {
  shop: string
  part: SettingsPart
}

/** A {@link SettingsForm} of one section, which says who changed this part of the shop's settings last. */
export function SettingsCard<V extends FieldValues, Output>(props: SettingsCardProps<V, Output>) {
  const { shop, part, title, text, actions, children, ...form } = props
  return (
    <SettingsForm
      {...form}
      actions={
        <>
          {actions}
          <LastChange shop={shop} part={part} />
        </>
      }
    >
      <SettingsSection title={title} text={text}>
        {children}
      </SettingsSection>
    </SettingsForm>
  )
}

interface SettingsPageProps<Settings> {
  title: string
  query: UseQueryResult<Settings>
  failedTitle: string
  children: (settings: Settings) => ReactNode
}

/** The frame of a page of settings. Says why they could not be loaded, or that an archived shop cannot be changed. */
export function SettingsPage<Settings>({ title, query, failedTitle, children }: SettingsPageProps<Settings>) {
  return (
    <>
      <PageHeader title={title} />
      <div className="grid max-w-3xl grid-cols-1 gap-4">
        <ArchivedNote />
        {query.isError && !query.data && <QueryError query={query} title={failedTitle} />}
        {query.data && children(query.data)}
      </div>
    </>
  )
}
