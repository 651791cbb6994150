'use client'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
import { Button } from '@/components/ui/button'
import { OptionalChoice } from './choices'
import { pairClass, type PartProps, quiet } from './control'
import { legFields, passengerFields } from './fields'
import { Part } from './part'
import type { LegValues, PassengerValues } from './values'

const empty = <Name extends string>(names: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, ''])) as Record<Name, string>
const emptyLeg = (): LegValues => empty(legFields)
const emptyPassenger = (): PassengerValues => empty(passengerFields)

/** An airline ticket: what it is, its legs and who flies. */
export function TravelPart({ control }: PartProps) {
  const t = useTranslations('checkoutForm.travel')
  const field = { control, ...quiet }
  const path = 'checkout.travel.airline'
  return (
    <Part control={control} section="travel">
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
        <OptionalChoice
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
      <Legs control={control} />
      <Passengers control={control} />
    </Part>
  )
}

function Legs({ control }: PartProps) {
  const t = useTranslations('checkoutForm.travel')
  const { fields, append, remove } = useFieldArray({ control, name: 'checkout.travel.airline.legs' })
  return (
    <Rows label={t('legs')} add={t('addLeg')} onAdd={() => append(emptyLeg())}>
      {fields.map(({ id }, at) => (
        <Row
          key={id}
          label={t('leg', { number: at + 1 })}
          remove={t('removeLeg', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <Leg control={control} at={at} />
        </Row>
      ))}
    </Rows>
  )
}

function Leg({ control, at }: PartProps & { at: number }) {
  const t = useTranslations('checkoutForm.travel.legFields')
  const stops = useTranslations('checkoutForm.travel')
  const path = `checkout.travel.airline.legs.${at}` as const
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
        <FormTextField key={name} control={control} {...quiet} name={`${path}.${name}`} label={t(name)} />
      ))}
      {times.map((name) => (
        <FormTextField
          key={name}
          control={control}
          type="datetime-local"
          name={`${path}.${name}`}
          label={t(name)}
          hint={stops('localTime')}
        />
      ))}
      <FormTextField control={control} {...quiet} name={`${path}.class`} label={t('class')} />
      <FormTextField control={control} {...quiet} name={`${path}.coupon`} label={t('coupon')} />
      <OptionalChoice
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

function Passengers({ control }: PartProps) {
  const t = useTranslations('checkoutForm.travel')
  const { fields, append, remove } = useFieldArray({ control, name: 'checkout.travel.airline.passengers' })
  return (
    <Rows label={t('passengers')} add={t('addPassenger')} onAdd={() => append(emptyPassenger())}>
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
                {...quiet}
                name={`checkout.travel.airline.passengers.${at}.${name}`}
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
  add: string
  onAdd: () => void
  children: ReactNode
}

function Rows({ label, add, onAdd, children }: RowsProps) {
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-2.5">
      <h3 className="text-md font-semibold">{label}</h3>
      {children}
      <Button size="sm" className="justify-self-start" icon={<Plus aria-hidden size={13} />} onPress={onAdd}>
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
