'use client'
import type { FieldPath } from 'react-hook-form'
import { useFormField } from '@/components/form/fields/use-form-field'
import { Select } from '@/components/ui/fields/select'
import { Switch } from '@/components/ui/fields/switch'
import { TextArea } from '@/components/ui/fields/text-field'
import type { PartProps } from './part'
import type { CheckoutValues } from '../values'

interface Props extends PartProps {
  name: FieldPath<CheckoutValues>
  label: string
  hint?: string
}

/** A switch for a flag whose default at the gateway is off. Off sends nothing. */
export function FlagSwitch({ control, name, label, hint }: Props) {
  const { value, change, error, bound } = useFormField({ control, name }, label)
  return (
    <Switch
      {...bound}
      hint={hint}
      error={error}
      isSelected={value === true}
      onChange={(isOn) => change(isOn ? true : undefined)}
    >
      {label}
    </Switch>
  )
}

interface FlagChoiceProps extends Props {
  /** The label for sending nothing. */
  unset: string
  on: string
  off: string
}

/** Chooses yes, no, or the shop's setting at the gateway. */
export function FlagChoice({ control, name, label, hint, unset, on, off }: FlagChoiceProps) {
  const { value, change, error, bound } = useFormField({ control, name }, label)
  return (
    <Select
      {...bound}
      label={label}
      hint={hint}
      error={error}
      value={value === true ? 'true' : value === false ? 'false' : 'unset'}
      onChange={(id) => change(id === 'unset' ? undefined : id === 'true')}
      items={[
        { id: 'unset', label: unset },
        { id: 'true', label: on, note: 'true' },
        { id: 'false', label: off, note: 'false' },
      ]}
    />
  )
}

export function LinesField({ control, name, label, hint }: Props) {
  const { value, change, error, bound } = useFormField({ control, name }, label)
  const lines = Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
  return (
    <TextArea
      {...bound}
      label={label}
      hint={hint}
      error={error}
      rows={3}
      value={lines.join('\n')}
      onChange={(text) => change(text === '' ? [] : text.split('\n'))}
    />
  )
}
