'use client'
import { parseAbsolute, toCalendarDateTime, toZoned, type ZonedDateTime } from '@internationalized/date'
import { CalendarDays, X } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  type DatePickerProps,
} from 'react-aria-components/DatePicker'
import { DateFieldStateContext } from 'react-aria-components/DateField'
import { Dialog } from 'react-aria-components/Dialog'
import { cx } from '../cx'
import { isWhole, readZoned, toOffsetString } from './date-time-value'
import { FieldHelp, fieldClass, FieldLabel, groupClass, type FieldProps } from './field'
import { Popover } from '../overlays/popover'

export interface DateTimeFieldProps
  extends
    Omit<
      DatePickerProps<ZonedDateTime>,
      'className' | 'children' | 'isInvalid' | 'value' | 'onChange' | 'defaultValue' | 'minValue'
    >,
    FieldProps {
  /** ISO 8601 with an offset, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** The time zone of input and display, such as Europe/Berlin. */
  timeZone: string
  /** ISO 8601. Earlier days cannot be picked. */
  min?: string
  clearLabel: string
  /** Called with how much of the date is filled in, at first and when that changes. */
  onFilled: (filled: Filled) => void
}

/**
 * How many of a date's parts are filled in. `some`: a part is missing, the year is half typed, or the first day that is
 * typed does not exist.
 */
export type Filled = 'none' | 'some' | 'all'

const loadMonth = () => import('./month')
const Month = dynamic(loadMonth, { loading: () => <div className="h-64 w-56" /> })

const segmentClass =
  'rounded-[3px] px-px tabular-nums outline-none data-[type=literal]:text-faint data-placeholder:text-faint data-focused:bg-accent data-focused:text-on-accent'

/**
 * A date and time in a given time zone, to the minute, in 24-hour format. Its value is ISO 8601 with that zone's
 * offset.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, labelNote, hint, error, className, value, onChange, ...others } = props
  const { timeZone, min, clearLabel, onFilled, ...rest } = others
  // The picker compares objects: a new one for the same value would empty a half-filled date.
  const zoned = useMemo(() => readZoned(value, timeZone), [value, timeZone])
  const { held, change } = useHeld({ value, onChange, timeZone })
  const [openedAt] = useState(() => new Date().toISOString())
  const [isEmpty, setIsEmpty] = useState(value === null)
  // Clearing mounts a new picker: the old one would keep the parts of a half-filled date.
  const [round, setRound] = useState(0)
  function clear() {
    change(null)
    setRound(round + 1)
  }
  function follow(filled: Filled) {
    setIsEmpty(filled === 'none')
    onFilled(filled)
  }
  return (
    <DatePicker<ZonedDateTime>
      {...rest}
      key={round}
      // The pressed button disappears.
      autoFocus={rest.autoFocus || round > 0}
      granularity="minute"
      hourCycle={24}
      hideTimeZone
      shouldForceLeadingZeros
      // Without a value the picker does not know the zone, so the placeholder carries it.
      placeholderValue={readZoned(min ?? null, timeZone) ?? parseAbsolute(openedAt, timeZone)}
      value={held ?? zoned}
      minValue={readZoned(min ?? null, timeZone) ?? undefined}
      onChange={change}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <Group className={groupClass}>
        <Button
          onHoverStart={() => void loadMonth()}
          onFocus={() => void loadMonth()}
          className="grid size-7.5 shrink-0 place-items-center text-muted outline-offset-[-3px] data-hovered:text-text"
        >
          <CalendarDays aria-hidden size={15} />
        </Button>
        <Parts isHeld={held !== null} onFilled={follow} />
        <span
          className={cx('min-w-0 truncate px-1.5 text-muted tabular-nums', !zoned && 'max-md:hidden')}
          title={timeZone}
        >
          <bdi dir="ltr">{zoned ? toOffsetString(zoned).slice(-6) : timeZone}</bdi>
        </span>
        {!isEmpty && (
          <Button
            slot={null}
            aria-label={clearLabel}
            className="grid size-7.5 shrink-0 place-items-center text-muted outline-offset-[-3px] data-hovered:text-text"
            onPress={clear}
          >
            <X aria-hidden size={14} />
          </Button>
        )}
      </Group>
      <FieldHelp hint={hint} error={error} />
      <Popover>
        <Dialog className="p-3 outline-none">
          <Month />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

/**
 * Holds a date that is not whole, as while its year is typed: it stays in the field, and the form has no value, or
 * shows its first one. A time zone chosen meanwhile keeps its clock time.
 */
function useHeld({ value, onChange, timeZone }: Pick<DateTimeFieldProps, 'value' | 'onChange' | 'timeZone'>) {
  const [typed, setTyped] = useState<ZonedDateTime | null>(null)
  const held = useMemo(() => typed && toZoned(toCalendarDateTime(typed), timeZone), [typed, timeZone])
  function change(next: ZonedDateTime | null) {
    const isHeld = next !== null && !isWhole(next)
    setTyped(isHeld ? next : null)
    if (!isHeld) onChange(next && toOffsetString(next))
    else if (value !== null) onChange(null)
  }
  return { held, change }
}

interface PartsProps extends Pick<DateTimeFieldProps, 'onFilled'> {
  /** Whether all parts are filled in, but the date is not whole. */
  isHeld: boolean
}

function Parts({ isHeld, onFilled }: PartsProps) {
  return (
    <DateInput className="flex flex-1 items-center whitespace-nowrap">
      {(segment) => (
        <>
          {segment.type === 'year' && <FilledWatch isHeld={isHeld} onFilled={onFilled} />}
          <DateSegment
            segment={segment}
            className={cx(
              segmentClass,
              segment.type !== 'literal' && 'grid min-h-6 min-w-6 place-items-center',
            )}
          />
        </>
      )}
    </DateInput>
  )
}

/** Reports how much is filled in. React Aria calls `onChange` only for a complete date of a day that exists. */
function FilledWatch({ isHeld, onFilled }: PartsProps) {
  const state = useContext(DateFieldStateContext)
  const parts = state?.segments.filter(({ isEditable }) => isEditable) ?? []
  const empty = parts.filter(({ isPlaceholder }) => isPlaceholder).length
  const whole = empty === 0 && state?.value && !isHeld ? 'all' : 'some'
  const filled = empty === parts.length ? 'none' : whole
  const report = useEffectEvent(() => onFilled(filled))
  useEffect(() => {
    report()
  }, [filled])
  return null
}
