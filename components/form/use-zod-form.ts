'use client'
import { useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { issueKey } from '@/lib/core/api/issues'
import { type FieldReasons, keepReasons, type Unfinished } from './field-registry'
import { type SchemaOrLoader, schemaResolver } from './resolver'

interface ZodFormOptions<S extends z.ZodType<unknown, FieldValues>> {
  defaultValues: DefaultValues<z.input<S>>
  /**
   * Builds the validated and sent value from the form's values: drops what another field makes meaningless, and empty
   * optional texts. Must be stable (module scope).
   */
  prepare?: (values: z.input<S>) => unknown
}

export type ZodForm<S extends z.ZodType<unknown, FieldValues>> = UseFormReturn<
  z.input<S>,
  unknown,
  z.output<S>
>

/** A form with the request's own schema. Validates a field when it loses the focus, then on each change. */
export function useZodForm<S extends z.ZodType<unknown, FieldValues>>(
  schema: SchemaOrLoader<S>,
  { defaultValues, prepare }: ZodFormOptions<S>,
): ZodForm<S> {
  const t = useTranslations('issues')
  const unreachable = useTranslations('errors')('network')
  const [reasons] = useState<FieldReasons>(() => new Map())
  const [unfinished] = useState<Unfinished>(() => new Map())
  const resolver = useMemo(
    () =>
      schemaResolver(schema, (issue) => issueText(t, issue), { prepare, unreachable, reasons, unfinished }),
    [schema, prepare, t, unreachable, reasons, unfinished],
  )
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver,
    defaultValues,
    mode: 'onTouched',
    // The form moves the focus itself: in screen order, and opening the section of the field.
    shouldFocusError: false,
  })
  keepReasons(form.control, { reasons, unfinished })
  return form
}

type IssueTranslator = ReturnType<typeof useTranslations<'issues'>>

/** Words a schema issue. The server uses the same keys, so that a rule reads the same everywhere. */
function issueText(t: IssueTranslator, issue: Parameters<typeof issueKey>[0]): string {
  const { key, values } = issueKey(issue)
  return t(key, values)
}
