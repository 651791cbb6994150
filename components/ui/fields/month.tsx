'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'

const cellClass =
  'grid size-8 cursor-default place-items-center rounded-sm text-md tabular-nums outline-offset-[-2px] data-hovered:bg-sunken ' +
  'data-selected:focus-visible:outline-on-accent data-today:font-semibold data-today:underline data-today:underline-offset-4 data-outside-month:hidden data-disabled:text-faint ' +
  'data-disabled:opacity-50 data-selected:bg-accent data-selected:text-on-accent'
const stepClass =
  'grid size-8 place-items-center rounded-sm text-muted data-hovered:bg-sunken data-disabled:opacity-40'

/** The calendar of a date field. Takes its value from the surrounding React Aria picker. */
export default function Month() {
  return (
    <Calendar>
      <header className="flex items-center gap-1 pb-2">
        <Heading className="flex-1 ps-2 text-md font-semibold" />
        <Button slot="previous" className={stepClass}>
          <ChevronLeft aria-hidden size={16} className="rtl:-scale-x-100" />
        </Button>
        <Button slot="next" className={stepClass}>
          <ChevronRight aria-hidden size={16} className="rtl:-scale-x-100" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="pb-1 text-xs font-normal text-muted">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={cellClass} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
