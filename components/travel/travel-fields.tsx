'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Control, type FieldValues, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormOptionalSelect } from '@/components/form/fields/choice-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormLocalDate } from '@/components/form/fields/local-date'
import { Button } from '@/components/ui/button'
import {
  type AirlineValues,
  legFields,
  type LegValues,
  passengerFields,
  type PassengerValues,
} from '@/lib/gateway/travel/fields'

const empty = <Name extends string>(names: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, ''])) as Record<Name, string>
const emptyLeg = (): LegValues => empty(legFields)
const emptyPassenger = (): PassengerValues => empty(passengerFields)

type Path = 'travel.airline' | 'checkout.travel.airline'
type WithTravel = { travel: { airline: AirlineValues } }
type Values = WithTravel & { checkout: WithTravel }
interface PartProps {
  control: Control<Values>
  path: Path
}

interface TravelFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  path: Path
}

/** The fields of an airline ticket (docs/gateway.md#travel): the ticket, its legs and passengers. */
export function TravelFields<V extends FieldValues, O>(props: TravelFieldsProps<V, O>) {
  const t = useTranslations('travel')
  const { path } = props
  // Each form holds these values at `path`, beside others that these fields do not use.
  const control = props.control as unknown as Control<Values>
  const field = { control, ...noAutofill }
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <div className={pairClass}>
        <FormTextField {...field} name={`${path}.agency_code`} label={t('agencyCode')} />
        <FormTextField {...field} name={`${path}.agency_name`} label={t('agencyName')} />
        <FormTextField
          {...field}
          isMono
          name={`${path}.ticket_number`}
          label={t('ticketNumber')}
          hint={t('ticketNumberHint')}
          inputMode="numeric"
        />
        <FormTextField {...field} isMono name={`${path}.booking_number`} label={t('bookingNumber')} />
        <FormOptionalSelect
          control={control}
          name={`${path}.restricted_ticked_indicator`}
          label={t('restricted')}
          unset={t('notSaid')}
          items={[
            { id: '0', label: t('returnable'), note: '0' },
            { id: '1', label: t('notReturnable'), note: '1' },
          ]}
        />
      </div>
      <Legs control={control} path={path} />
      <Passengers control={control} path={path} />
    </div>
  )
}

function Legs({ control, path }: PartProps) {
  const t = useTranslations('travel')
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.legs` })
  return (
    <Rows label={t('legs')} count={fields.length} add={t('addLeg')} onAdd={() => append(emptyLeg())}>
      {fields.map(({ id }, at) => (
        <Row
          key={id}
          label={t('leg', { number: at + 1 })}
          remove={t('removeLeg', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <Leg control={control} path={`${path}.legs.${at}`} />
        </Row>
      ))}
    </Rows>
  )
}

function Leg({ control, path }: { control: PartProps['control']; path: `${Path}.legs.${number}` }) {
  const t = useTranslations('travel.legFields')
  const stops = useTranslations('travel')
  const texts = [
    'airline_code',
    'flight_number',
    'originating_airport_code',
    'destination_airport_code',
    'originating_city',
    'destination_city',
    'originating_country',
    'destination_country',
  ] as const
  const times = ['departure_date_time', 'arrival_date_time'] as const
  return (
    <div className={pairClass}>
      {texts.map((name) => (
        <FormTextField
          key={name}
          control={control}
          {...noAutofill}
          name={`${path}.${name}`}
          label={t(name)}
        />
      ))}
      {times.map((name) => (
        <FormLocalDate
          key={name}
          control={control}
          type="datetime-local"
          name={`${path}.${name}`}
          label={t(name)}
          hint={stops('localTime')}
        />
      ))}
      <FormTextField control={control} {...noAutofill} name={`${path}.class`} label={t('class')} />
      <FormTextField control={control} {...noAutofill} name={`${path}.coupon`} label={t('coupon')} />
      <FormOptionalSelect
        control={control}
        name={`${path}.stop_over_code`}
        label={t('stop_over_code')}
        unset={stops('notSaid')}
        items={[
          { id: 'O', label: stops('stay'), note: 'O' },
          { id: 'X', label: stops('transit'), note: 'X' },
        ]}
      />
    </div>
  )
}

function Passengers({ control, path }: PartProps) {
  const t = useTranslations('travel')
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.passengers` })
  return (
    <Rows
      label={t('passengers')}
      count={fields.length}
      add={t('addPassenger')}
      onAdd={() => append(emptyPassenger())}
    >
      {fields.map(({ id }, at) => (
        <Row
          key={id}
          label={t('passenger', { number: at + 1 })}
          remove={t('removePassenger', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <div className={pairClass}>
            {(['first_name', 'last_name'] as const).map((name) => (
              <FormTextField
                key={name}
                control={control}
                {...noAutofill}
                name={`${path}.passengers.${at}.${name}`}
                label={t(`passengerFields.${name}`)}
              />
            ))}
          </div>
        </Row>
      ))}
    </Rows>
  )
}

interface RowsProps {
  label: string
  count: number
  add: string
  onAdd: () => void
  children: ReactNode
}

/** The focus goes into a row that was added, and back to the button when a row is removed. */
function Rows({ label, count, add, onAdd, children }: RowsProps) {
  const group = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const { activeElement } = document
    // The rows also follow the request as JSON, while a person types there.
    if (count > before.current && activeElement === button.current)
      group.current?.querySelector<HTMLElement>(':scope > [role=group]:last-of-type input')?.focus()
    if (count < before.current && activeElement === document.body) button.current?.focus()
    before.current = count
  }, [count])
  return (
    <div ref={group} role="group" aria-label={label} className="grid grid-cols-1 gap-2.5">
      <h3 className="text-md font-semibold">{label}</h3>
      {children}
      <Button
        ref={button}
        size="sm"
        className="justify-self-start"
        icon={<Plus aria-hidden size={13} />}
        onPress={onAdd}
      >
        {add}
      </Button>
    </div>
  )
}

interface RowProps {
  label: string
  remove: string
  onRemove: () => void
  children: ReactNode
}

function Row({ label, remove, onRemove, children }: RowProps) {
  return (
    <div role="group" aria-label={label} className="rounded-md border p-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h4 className="text-sm font-medium text-muted">{label}</h4>
        <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden size={13} />} onPress={onRemove}>
          {remove}
        </Button>
      </div>
      {children}
    </div>
  )
}
