import { useEffect, useEffectEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

interface Versioned {
  version: number
}

/** Shows what somebody else saved meanwhile. A field that was changed here keeps what was typed. */
export function useFollowSaved<V extends FieldValues & Versioned>(
  form: UseFormReturn<V, unknown, unknown>,
  saved: DefaultValues<V> & Versioned,
): void {
  const { version } = saved
  const show = useEffectEvent(() => form.reset(saved, { keepDirtyValues: true, keepErrors: true }))
  // The values are made anew with each rendering; only a new version is news.
  useEffect(() => show(), [version])
}
