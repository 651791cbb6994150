'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/icon-button'
import { TextField, type TextFieldProps } from '../../ui/fields/text-field'
import { type BoundProps, useFormField } from './use-form-field'

type PasswordFieldProps<V extends FieldValues, Output> = BoundProps<V, Output> &
  Pick<TextFieldProps, 'label' | 'autoFocus' | 'autoComplete' | 'inputRef'> & {
    /** Text below the field, from what is typed. */
    hintOf?: (typed: string) => string
  }

/** A password, hidden until its owner wants to see it. Managers and pasting are welcome. */
export function FormPasswordField<V extends FieldValues, Output>(props: PasswordFieldProps<V, Output>) {
  const { control, name, hintOf, ...field } = props
  const t = useTranslations('auth')
  const { text, change, error, bound } = useFormField({ control, name }, field.label)
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      {...bound}
      value={text}
      onChange={change}
      error={error}
      hint={hintOf?.(text)}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      suffix={
        <IconButton
          size="sm"
          label={t(isShown ? 'hideTyped' : 'showTyped')}
          icon={<Icon aria-hidden size={15} />}
          onPress={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
